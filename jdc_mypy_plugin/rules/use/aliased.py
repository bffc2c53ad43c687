"""``jdc-aliased``: one array is put into two data fields.

A pytree holds values and no references: the first update parts the two fields
(https://github.com/patrick-kidger/equinox/issues/469), and a jit that donates the object refuses a buffer that it
holds twice (https://github.com/jax-ml/jax/issues/9635). Copies may be meant, as targets and averages are, so the rule
is off by default.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeGuard

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentStmt, CallExpr, Expression, FuncDef, LambdaExpr, MemberExpr, NameExpr, Node, Var
from mypy.types import AnyType, NoneType, Type

from jdc_spec.rules import ALIASED

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.classes import PytreeClass, model_of
from ...syntax import INDEX
from ...syntax.axis_arguments import is_axes
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import members, targets, unpacked
from ...typefacts.arrays import has_axes, held_array
from ...typefacts.instances import sole_instance
from ..construction.init import written_method
from ..places import CLASS, CONSTRUCTION, REPLACEMENT, asked
from ..sites import CallSite, ClassSite


@asked(ALIASED, at=(CONSTRUCTION, REPLACEMENT))
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report a variable that is the value of two data fields which hold arrays."""
    model = site.model
    if model is None:
        return
    first: dict[object, str] = {}
    for name, value in site.arguments.items():
        variable = value.node if isinstance(value, NameExpr) else None
        is_none = isinstance(variable, Var) and variable.fullname == "builtins.None"
        kind = site.api.lookup_type_or_none(value)
        if not isinstance(value, NameExpr) or not isinstance(variable, Var) or is_none or _is_type_of_number(kind):
            continue
        if not _holds_arrays(model, name, kind) or _is_given_by_lambda(value, site):
            continue
        held = _held(value, site.api)
        if held in first and not (isinstance(site.call, CallExpr) and is_axes(site.call, site.api.tree)):
            yield Diagnostic(ALIASED, _sentence(model, variable.name, first[held], name), value)
        first.setdefault(held, name)


def _held(name: NameExpr, api: TypeChecker) -> object:
    """Return what tells the value of a variable from those of others; ``b`` has that of ``a`` after ``b = a``."""
    flow, last = FLOW.of(api.tree), name
    value = flow.value_at(last)
    while isinstance(value, NameExpr):
        last = value
        value = flow.value_at(last)
    return name.node if value is None else (last.node, value)


@asked(ALIASED, at=CLASS)
def check_constructor(site: ClassSite) -> Iterator[Diagnostic]:
    """Report a variable that ``__init__`` assigns to two such fields, in a class of equinox."""
    method = written_method(site, "__init__") if site.model.facts.checks_fields else None
    if method is None:
        return
    first: dict[Var, str] = {}
    for name, variable, target in _assigned_variables(method, site):
        if not _holds_arrays(site.model, name, variable.type) or _is_type_of_number(variable.type):
            continue
        if first.get(variable, name) != name:
            yield Diagnostic(ALIASED, _sentence(site.model, variable.name, first[variable], name), target)
        first.setdefault(variable, name)
    for name, other, target in _assigned_fields(method, site):
        if _holds_arrays(site.model, name, None) and _holds_arrays(site.model, other, None):
            yield Diagnostic(ALIASED, _sentence(site.model, f"self.{other}", other, name), target)


def _assigned_fields(method: FuncDef, site: ClassSite) -> Iterator[tuple[str, str, MemberExpr]]:
    """Yield the fields that get what another one has: ``self.a = self.b``, ``self.a = self.b = Linear(...)``.

    Both are assigned to once, and in no branch.
    """
    body = INDEX.of(site.api.tree).inside(method)
    bound = Counter(
        member.name for each in body.statements for target in targets(each) for member in members(target.expression)
    )
    done: set[str] = set()
    for statement in method.body.body:
        if not isinstance(statement, AssignmentStmt):
            continue
        assigned = [each for each in statement.lvalues if _is_own(each) and bound[each.name] == 1]
        names = [each.name for each in assigned]
        value = statement.rvalue
        if _is_own(value) and value.name in done:
            yield from ((each.name, value.name, each) for each in assigned)
        elif isinstance(value, CallExpr) and len(names) > 1:
            yield from ((each.name, names[0], each) for each in assigned[1:])
        done.update(names)


def _is_own(part: Expression) -> TypeGuard[MemberExpr]:
    """Return whether an expression is an attribute of ``self``."""
    return isinstance(part, MemberExpr) and isinstance(part.expr, NameExpr) and part.expr.name == "self"


def _assigned_variables(method: FuncDef, site: ClassSite) -> Iterator[tuple[str, Var, MemberExpr]]:
    """Yield the fields that always get a variable as it is, which holds one value in the whole function."""
    bound = Counter(
        name.node
        for statement in INDEX.of(site.api.tree).inside(method).statements
        for target in targets(statement)
        for name in unpacked(target.expression)
        if isinstance(name, NameExpr)
    )
    given = frozenset(each.variable for each in method.arguments)
    for statement in method.body.body:
        value = statement.rvalue if isinstance(statement, AssignmentStmt) else None
        variable = value.node if isinstance(value, NameExpr) else None
        if not isinstance(statement, AssignmentStmt) or not isinstance(variable, Var):
            continue
        if bound[variable] + (variable in given) == 1:
            yield from ((target.name, variable, target) for target in statement.lvalues if _is_own(target))


def _is_given_by_lambda(value: Expression, site: CallSite) -> bool:
    """Return whether a variable is a parameter of a lambda, which others call: `jax.vmap(lambda x: Box(x, x))`."""
    around: Node | None = value
    while isinstance(around, Expression) and not isinstance(around, LambdaExpr):
        around = INDEX.of(site.api.tree).parent(around)
    variable = value.node if isinstance(value, NameExpr) else None
    return isinstance(around, LambdaExpr) and any(each.variable is variable for each in around.arguments)


def _sentence(model: PytreeClass, shown: str, one: str, other: str) -> str:
    return (
        f'"{shown}" is in fields "{one}" and "{other}" of "{model.info.name}": a pytree '
        "does not tie them, so that they differ after the first update, and a donated object must not hold a "
        "buffer twice; hold it once, or copy it with jnp.copy"
    )


def _is_type_of_number(declared: Type | None) -> bool:
    instance = sole_instance(declared)
    return instance is not None and instance.type.fullname in ("builtins.int", "builtins.float", "builtins.bool")


def _holds_arrays(model: PytreeClass, name: str, given: Type | None) -> bool:
    """Return whether a data field is one for arrays; of what it is given, where its annotation is unknown."""
    declared = model.type_of(name) if name in model.fields and model.role_of(name) == "data" else None
    if declared is None or isinstance(known_type(given), NoneType):
        return False
    shown = given if given is not None and isinstance(known_type(declared), AnyType) else declared
    return _has_arrays(shown)


def _has_arrays(kind: Type) -> bool:
    instance = sole_instance(kind)
    is_object = instance is not None and (model_of(instance.type) is not None or held_array(kind) is not None)
    return has_axes(kind) or is_object
