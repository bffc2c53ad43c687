"""``jdc-aliased``: one array is put into two data fields.

A pytree holds values and no references: the first update parts the two fields
(https://github.com/patrick-kidger/equinox/issues/469), and a jit that donates the object refuses a buffer that it
holds twice (https://github.com/jax-ml/jax/issues/9635). Copies may be meant, as targets and averages are, so the rule
is off by default.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mypy.nodes import AssignmentStmt, Expression, FuncDef, LambdaExpr, MemberExpr, NameExpr, Node, Var
from mypy.types import Type

from jdc_spec.rules import ALIASED

from ...host.diagnostics import Diagnostic
from ...model.classes import PytreeClass, model_of
from ...syntax import INDEX
from ...syntax.targets import targets, unpacked
from ...typefacts.arrays import has_axes
from ...typefacts.instances import sole_instance
from ..construction.init import written_method
from ..places import CLASS, CONSTRUCTION, asked
from ..sites import CallSite, ClassSite


@asked(ALIASED, at=CONSTRUCTION)
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report a variable that is the value of two data fields which hold arrays."""
    model = site.model
    if model is None:
        return
    first: dict[Var, str] = {}
    for name, value in site.arguments.items():
        variable = value.node if isinstance(value, NameExpr) else None
        is_none = isinstance(variable, Var) and variable.fullname == "builtins.None"
        if not isinstance(variable, Var) or is_none or _is_number(value, site) or not _holds_arrays(model, name):
            continue
        if _is_given_by_lambda(value, site):
            continue
        if variable in first:
            yield Diagnostic(ALIASED, _sentence(model, variable, first[variable], name), value)
        first.setdefault(variable, name)


@asked(ALIASED, at=CLASS)
def check_constructor(site: ClassSite) -> Iterator[Diagnostic]:
    """Report a variable that ``__init__`` assigns to two such fields, in a class of equinox."""
    method = written_method(site, "__init__") if site.model.facts.checks_fields else None
    if method is None:
        return
    first: dict[Var, str] = {}
    for name, variable, target in _assigned_variables(method, site):
        if not _holds_arrays(site.model, name) or _is_type_of_number(variable.type):
            continue
        if first.get(variable, name) != name:
            yield Diagnostic(ALIASED, _sentence(site.model, variable, first[variable], name), target)
        first.setdefault(variable, name)


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
            yield from (
                (target.name, variable, target)
                for target in statement.lvalues
                if isinstance(target, MemberExpr) and isinstance(target.expr, NameExpr) and target.expr.name == "self"
            )


def _is_given_by_lambda(value: Expression, site: CallSite) -> bool:
    """Return whether a variable is a parameter of a lambda, which others call: `jax.vmap(lambda x: Box(x, x))`."""
    around: Node | None = value
    while isinstance(around, Expression) and not isinstance(around, LambdaExpr):
        around = INDEX.of(site.api.tree).parent(around)
    variable = value.node if isinstance(value, NameExpr) else None
    return isinstance(around, LambdaExpr) and any(each.variable is variable for each in around.arguments)


def _sentence(model: PytreeClass, variable: Var, one: str, other: str) -> str:
    return (
        f'"{variable.name}" is in fields "{one}" and "{other}" of "{model.info.name}": a pytree '
        "does not tie them, so that they differ after the first update, and a donated object must not hold a "
        "buffer twice; hold it once, or copy it with jnp.copy"
    )


def _is_number(value: Expression, site: CallSite) -> bool:
    """Return whether a variable is a number, which nothing shares."""
    return _is_type_of_number(site.api.lookup_type_or_none(value))


def _is_type_of_number(declared: Type | None) -> bool:
    instance = sole_instance(declared)
    return instance is not None and instance.type.fullname in ("builtins.int", "builtins.float", "builtins.bool")


def _holds_arrays(model: PytreeClass, name: str) -> bool:
    declared = model.type_of(name) if name in model.fields and model.role_of(name) == "data" else None
    instance = sole_instance(declared)
    if declared is None:
        return False
    return has_axes(declared) or (instance is not None and model_of(instance.type) is not None)
