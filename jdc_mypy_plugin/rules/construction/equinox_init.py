"""``jdc-equinox-init``: a class of equinox whose ``__init__`` does what equinox refuses or passes over.

equinox makes an object writable for ``__init__`` alone, and its fields alone. It looks at each value that is assigned
there: a method is refused, and a transformed callable hides its parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ConditionalExpr,
    Expression,
    FuncDef,
    ListComprehension,
    MemberExpr,
    NameExpr,
    RefExpr,
    Statement,
    StrExpr,
    TypeInfo,
    Var,
)
from mypy.types import UnboundType

from jdc_spec.rules import EQUINOX_INIT

from ...host.diagnostics import Diagnostic
from ...model.classes import model_of
from ...model.initializers import initialized
from ...syntax import INDEX
from ...syntax.names.targets import By, members, paired, row, targets
from ...syntax.walk import expressions_in, statements
from ..places import CLASS, asked
from ..sites import ClassSite
from .init import written_method

_ABSTRACT: Final = ("AbstractVar", "AbstractClassVar")
_HIDING: Final = {
    "jax._src.api.vmap": "jax.vmap",
    "jax._src.api.jit": "jax.jit",
    "jax._src.api.grad": "jax.grad",
    "jax._src.api.value_and_grad": "jax.value_and_grad",
    "jax._src.ad_checkpoint.checkpoint": "jax.checkpoint",
}
"""Transformations that return a function, which is one leaf."""


@asked(EQUINOX_INIT, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report what the constructor of a class does in vain, or what it may not do."""
    if not site.model.facts.checks_fields:
        return
    yield from _stringified(site)
    method = written_method(site, "__init__")
    if method is not None:
        yield from _second_initializer(site, method)
    elif _has_inherited_constructor(site.model.info):
        yield from _second_initializer(site, None)
    else:
        method = written_method(site, "__post_init__")
    for each in () if method is None else (method, *_called(site, method)):
        yield from _assignments(site, each)


def _assignments(site: ClassSite, method: FuncDef) -> Iterator[Diagnostic]:
    """Report the assignments of a method that runs while equinox lets the object be written to."""
    if not method.arguments:
        return
    receiver = method.arguments[0].variable
    for statement in statements(method.body.body):
        for target, value in _written(statement):
            if _is(target.expr, receiver):
                yield from _assigned(site, target, value, receiver, method)
    for name, call in _set_by_name(method):
        if name not in site.model.fields:
            yield from _undeclared(site, name, method, call)


def _written(statement: Statement) -> Iterator[tuple[MemberExpr, Expression | None]]:
    """Yield the attributes that a statement binds, those in a tuple too, with the value where it shows."""
    for target in targets(statement):
        if target.by in (By.DELETE, By.UPDATE):
            continue
        given = target.value if target.by is By.ASSIGN else None
        pairs = paired(target.expression, given)
        yield from ((single, value) for single, value in pairs if isinstance(single, MemberExpr))
        if isinstance(target.expression, MemberExpr):
            yield target.expression, given
        elif not pairs:
            yield from ((member, None) for member in members(target.expression))


def _called(site: ClassSite, method: FuncDef) -> Iterator[FuncDef]:
    """Yield the methods of the class body that a method calls on the object, ``self._build(key)``."""
    if not method.arguments:
        return
    calls = (each.callee for each in expressions_in(method.body.body) if isinstance(each, CallExpr))
    names = {
        callee.name
        for callee in calls
        if isinstance(callee, MemberExpr) and _is(callee.expr, method.arguments[0].variable)
    }
    for statement in site.defn.defs.body:
        if isinstance(statement, FuncDef) and statement.name in names and statement is not method:
            yield statement


def _is(expression: Expression, variable: Var) -> bool:
    return isinstance(expression, NameExpr) and expression.node is variable


def _assigned(
    site: ClassSite, target: MemberExpr, value: Expression | None, receiver: Var, method: FuncDef
) -> Iterator[Diagnostic]:
    name, owner = target.name, site.model.info.name
    if name not in site.model.fields:
        yield from _undeclared(site, name, method, target)
        return
    kept = None if value is None else _kept_method(site.model.info, site.evaluator.source(value), receiver)
    if kept is not None and value is not None:
        message = (
            f'field "{name}" of "{owner}" is given the method "{kept}" of the object itself, for which equinox '
            "raises a ValueError: the two would be copies of each other; call the method, or assign a function"
        )
        yield Diagnostic(EQUINOX_INIT, message, value)
        return
    for hiding in _hiding(value):
        made = _made(site, hiding.args[0], method) if hiding.args else None
        if made is not None and _has_parameters(made) and isinstance(hiding.callee, RefExpr):
            wrapper, module = _HIDING[hiding.callee.fullname], made.fullname.rpartition(".")[2]
            holder = "is" if hiding is value else "holds"
            message = (
                f'field "{name}" of "{owner}" {holder} the function that {wrapper} returns, a single leaf: the '
                f'parameters of "{module}" are in no tree and are never trained; assign the module itself and apply '
                f"{wrapper} where it is called, or use equinox.filter_{wrapper.partition('.')[2]}"
            )
            yield Diagnostic(EQUINOX_INIT, message, hiding)


def _undeclared(site: ClassSite, name: str, method: FuncDef, node: Expression) -> Iterator[Diagnostic]:
    if not _may_be_declared(site, name):
        message = (
            f'"{name}" is not a field of "{site.model.info.name}": equinox lets {method.name} assign to fields alone '
            f"and raises a FrozenInstanceError; declare it in the class body, `{name}: ...`"
        )
        yield Diagnostic(EQUINOX_INIT, message, node)


def _set_by_name(method: FuncDef) -> Iterator[tuple[str, CallExpr]]:
    """Yield the attributes of the object that ``setattr(self, "name", value)`` binds."""
    for call in expressions_in(method.body.body):
        is_set = isinstance(call, CallExpr) and isinstance(call.callee, NameExpr) and len(call.args) == 3
        if isinstance(call, CallExpr) and is_set and getattr(call.callee, "fullname", "") == "builtins.setattr":
            receiver, name, _ = call.args
            if _is(receiver, method.arguments[0].variable) and isinstance(name, StrExpr):
                yield name.value, call


def _hiding(value: Expression | None) -> Iterator[CallExpr]:
    """Yield the calls of a transformation that a value is, or that are the items of a list or a tuple."""
    if isinstance(value, CallExpr) and isinstance(value.callee, RefExpr) and value.callee.fullname in _HIDING:
        yield value
    elif isinstance(value, ListComprehension):
        yield from _hiding(value.generator.left_expr)
    else:
        for item in () if value is None else row(value):
            yield from _hiding(item)


def _kept_method(info: TypeInfo, value: Expression, receiver: Var) -> str | None:
    """Return the name of the method of the object itself that a value is, in both branches of a conditional too."""
    if isinstance(value, ConditionalExpr):
        branches = [_kept_method(info, each, receiver) for each in (value.if_expr, value.else_expr)]
        return None if None in branches else branches[0]
    is_method = isinstance(value, MemberExpr) and _is(value.expr, receiver) and _is_method(info, value.name)
    return value.name if is_method and isinstance(value, MemberExpr) else None


def _made(site: ClassSite, given: Expression, method: FuncDef) -> RefExpr | None:
    """Return the class that a call, or the only use of a name that stands for a call, makes an object of."""
    if isinstance(given, NameExpr):
        uses = [each for each in expressions_in(method.body.body) if _names(each, given)]
        given = site.evaluator.source(given) if len(uses) == 2 else given  # where it is bound, and here
    return given.callee if isinstance(given, CallExpr) and isinstance(given.callee, RefExpr) else None


def _names(expression: Expression, name: NameExpr) -> bool:
    return isinstance(expression, NameExpr) and expression.node is not None and expression.node is name.node


def _may_be_declared(site: ClassSite, name: str) -> bool:
    """Return whether something besides ``__init__`` may make a name an attribute, here or in a subclass."""
    info = site.model.info
    if name.startswith("__") or info.fallback_to_any or info.is_abstract or info.abstract_attributes:
        return True
    if any("__setattr__" in base.names for base in info.mro[:-1] if not base.fullname.startswith("equinox.")):
        return True
    nodes = [base.names[name].node for base in info.mro[:-1] if name in base.names]
    if any(not isinstance(node, Var) or node.is_property or node.is_initialized_in_class for node in nodes):
        return True
    below = (each for each in INDEX.of(site.api.tree).classes() if info in each.mro[1:])
    return any(each.fallback_to_any or each.get(name) is not info.get(name) for each in below)


def _is_method(info: TypeInfo, name: str) -> bool:
    symbol = info.get(name)
    node = symbol.node if symbol is not None else None
    return isinstance(node, FuncDef) and not (node.is_static or node.is_class or node.is_property)


def _has_parameters(made: RefExpr) -> bool:
    """Return whether a call makes a module of equinox with data fields."""
    model = model_of(made.node) if isinstance(made.node, TypeInfo) else None
    if model is None or not model.facts.checks_fields:
        return False
    return any(model.role_of(name) == "data" for name in model.fields)


def _has_inherited_constructor(info: TypeInfo) -> bool:
    """Return whether objects are made by an ``__init__`` that a base writes, and that hands them to no other code."""
    made = None if info.fallback_to_any else initialized(info)
    return made is not None and made[0] is not info


def _second_initializer(site: ClassSite, method: FuncDef | None) -> Iterator[Diagnostic]:
    """Report a ``__post_init__`` beside an ``__init__`` of the class, or of a base where there is no ``method``."""
    other = written_method(site, "__post_init__")
    if other is None or (method is not None and _mentions(method, other.name)):
        return
    below = [each for each in INDEX.of(site.api.tree).classes() if site.model.info in each.mro[1:]]
    if method is None and any("__init__" in each.names for each in below):
        return
    by = "the class inherits one that a base writes" if method is None else "the class writes its own"
    message = (
        f'"{site.defn.name}.__post_init__" never runs: equinox calls it from the __init__ that it makes itself, and '
        f"{by}; do its work at the end of __init__"
    )
    yield Diagnostic(EQUINOX_INIT, message, other)


def _mentions(method: FuncDef, name: str) -> bool:
    return any(getattr(each, "name", None) == name for each in expressions_in(method.body.body))


def _stringified(site: ClassSite) -> Iterator[Diagnostic]:
    """Report abstract attributes that are text when equinox reads them."""
    if "annotations" not in site.api.tree.future_import_flags:
        return
    for statement in statements(site.defn.defs.body):
        written = statement.unanalyzed_type if isinstance(statement, AssignmentStmt) else None
        if not isinstance(written, UnboundType) or not isinstance(statement, AssignmentStmt):
            continue
        owner, _, name = written.name.rpartition(".")
        target = statement.lvalues[0]
        if name not in _ABSTRACT or not isinstance(target, NameExpr) or not _is_equinox(site, owner, name):
            continue
        if owner and _is_declared_below(site, target.name):
            continue
        becomes = (
            f"takes `{written.name}[...]` for the annotation of an ordinary field, which the constructor asks for"
            if owner
            else "raises a NotImplementedError when the class is defined"
        )
        message = (
            f'"{target.name}" of "{site.defn.name}" is not an abstract attribute: with `from __future__ import '
            f"annotations` annotations are text, and equinox {becomes}; drop that import"
        )
        yield Diagnostic(EQUINOX_INIT, message, statement)


def _is_declared_below(site: ClassSite, name: str) -> bool:
    """Return whether the classes of the module that inherit from this one declare an attribute, so that all works."""
    info = site.model.info
    below = [each for each in INDEX.of(site.api.tree).classes() if info in each.mro[1:] and not each.is_abstract]
    first = (next(base.names[name].node for base in each.mro if name in base.names) for each in below)
    return bool(below) and all(
        isinstance(node, Var) and node.info is not info and not node.is_inferred for node in first
    )


def _is_equinox(site: ClassSite, owner: str, name: str) -> bool:
    """Return whether a name in an annotation is that of equinox, at run time too."""
    bound = [each for each in INDEX.of(site.api.tree).imports.of(owner or name) if not each.node.is_mypy_only]
    wanted = "equinox" if owner else f"equinox.{name}"
    return bool(bound) and all(each.fullname == wanted for each in bound)
