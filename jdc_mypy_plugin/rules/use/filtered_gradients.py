"""``jdc-no-gradient`` for the derivatives of equinox: with respect to arrays, and not to numbers of Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Context,
    Decorator,
    Expression,
    FloatExpr,
    FuncDef,
    IntExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    TempNode,
    TypeInfo,
    UnaryExpr,
    Var,
)

from jdc_spec.rules import NO_GRADIENT

from ...host.diagnostics import Diagnostic
from ...model.constructors import arguments_of
from ...objects.made_objects import class_made
from ...syntax import INDEX
from ...syntax.functions import class_named
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import members
from ...syntax.per_module import PerModule
from ...syntax.walk import statements
from ...transformed.differentiated_functions import FILTERED
from ...typefacts.instances import sole_instance
from ..construction.init import written_method
from ..places import CLASS, asked
from ..sites import ClassField, ClassSite


@asked(NO_GRADIENT, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report the numbers without a gradient in objects that such a derivative is given first.

    If the module gives it none whose class is known, the annotation of the function that is under it tells.
    """
    if not site.model.facts.filters_leaves:
        return
    tree, info = site.api.tree, site.model.info
    given: list[tuple[str, Context]] = [
        (by, each) for by, each in _DIFFERENTIATED.of(tree) if _class_of(each, tree) is info
    ]
    given = given or [(by, each) for by, each in _DECORATED.of(tree) if _declared(each) is info]
    why = "which is a Python number, not an array; make it an array if it is to be learned"
    found = dict.fromkeys(_numbers(site), why) if given else {}
    why = "which is static; make it a data field if it is to be learned"
    found.update(dict.fromkeys(_statics(site), why) if given else {})
    for name, reason in found.items():
        for by, each in given:
            yield Diagnostic(NO_GRADIENT, f'{by} gives no gradient for "{name}" of "{info.name}", {reason}', each)


def _differentiated(tree: MypyFile) -> Sequence[tuple[str, Expression]]:
    """Return the first argument of each call of a derivative of equinox in a module."""
    found: list[tuple[str, Expression]] = []
    for call in INDEX.of(tree).body.expressions_of(CallExpr):
        by = _derivative(call.callee, tree)
        if by is not None and call.args and call.arg_kinds[0].is_positional():
            found.append((by, call.args[0]))
    return found


_DIFFERENTIATED: Final = PerModule(_differentiated)


def _decorated(tree: MypyFile) -> Sequence[tuple[str, Var]]:
    """Return the first parameter of each function that has a derivative of equinox as its innermost decorator."""
    found: list[tuple[str, Var]] = []
    for decorator in INDEX.of(tree).body.statements_of(Decorator):
        by = _named(decorator.original_decorators[-1]) if decorator.original_decorators else None
        if by is not None and decorator.func.arguments:
            found.append((by, decorator.func.arguments[0].variable))
    return found


_DECORATED: Final = PerModule(_decorated)


def _declared(variable: Var) -> TypeInfo | None:
    """Return the class that an annotation names."""
    instance = sole_instance(variable.type)
    return None if instance is None else instance.type


def _derivative(callee: Expression, tree: MypyFile) -> str | None:
    """Return the derivative that makes a function: as its outermost decorator, or in a call of it."""
    node = callee.node if isinstance(callee, NameExpr) else None
    if isinstance(node, Decorator):  # mypy keeps no decorators of one that it has read from its cache
        return _named(node.original_decorators[0]) if node.original_decorators else None
    made = FLOW.of(tree).value_at(callee) if isinstance(callee, NameExpr) else callee
    return _named(made) if isinstance(made, CallExpr) else None


def _named(maker: Expression) -> str | None:
    function = maker.callee if isinstance(maker, CallExpr) else maker
    return FILTERED.get(function.fullname) if isinstance(function, RefExpr) else None


def _class_of(given: Expression, tree: MypyFile) -> TypeInfo | None:
    """Return the class of an object, as its call or the annotation of the variable says."""
    made = class_made(given, tree)
    declared = given.node.type if isinstance(given, NameExpr) and isinstance(given.node, Var) else None
    instance = sole_instance(declared) if made is None else None
    return instance.type if instance is not None else made


def _statics(site: ClassSite) -> Iterator[str]:
    """Yield the static fields of type `float`."""
    for name in site.model.fields:
        instance = sole_instance(site.model.type_of(name)) if site.model.role_of(name) == "static" else None
        if instance is not None and instance.type.fullname == "builtins.float":
            yield name


def _numbers(site: ClassSite) -> Iterator[str]:
    """Yield the data fields of type `float` that the module gives Python numbers and nothing else."""
    method = written_method(site, "__init__")
    for field in site.own_fields:
        instance = None if field.declared is None or field.role != "data" else sole_instance(field.declared)
        if instance is None or instance.type.fullname != "builtins.float":
            continue
        values = list(_given(field, site) if method is None else _assigned(method, field.name))
        if values and all(map(_is_number, values)):
            yield field.name


def _given(field: ClassField, site: ClassSite) -> Iterator[Expression]:
    """Yield the default of a field, and what calls of the class give it."""
    if not isinstance(field.statement.rvalue, TempNode):
        yield field.statement.rvalue
    for call in INDEX.of(site.api.tree).body.expressions_of(CallExpr):
        made = class_named(call.callee)
        if made is not None and site.model.info in made.mro:
            value = arguments_of(call, made).get(field.name)
            yield from () if value is None else (value,)


def _assigned(method: FuncDef, name: str) -> Iterator[Expression]:
    for statement in statements(method.body.body):
        if isinstance(statement, AssignmentStmt):
            written = (each for target in statement.lvalues for each in members(target))
            yield from (statement.rvalue for each in written if each.name == name)


def _is_number(value: Expression) -> bool:
    """Return whether a value is a number that is written out, or a parameter that is annotated as one."""
    value = value.expr if isinstance(value, UnaryExpr) else value
    variable = value.node if isinstance(value, NameExpr) else None
    if isinstance(variable, Var) and not variable.is_inferred:
        instance = sole_instance(variable.type)
        return instance is not None and instance.type.fullname == "builtins.float"
    return isinstance(value, IntExpr | FloatExpr)
