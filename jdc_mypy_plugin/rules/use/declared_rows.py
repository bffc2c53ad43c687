"""Types of variables as the source declares them: their own annotation, or that of what a loop goes along."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Final

from mypy.nodes import CallExpr, Expression, MemberExpr, MypyFile, NameExpr, Var
from mypy.typeops import tuple_fallback
from mypy.types import TupleType, Type

from ...host.known_types import known_type
from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import By, handed_on, targets, targets_within, unpacked
from ...syntax.per_module import PerModule
from ...typefacts.instances import sole_instance

_CONTAINERS: Final = ("builtins.list", "builtins.tuple")
_ITERABLES: Final = (*_CONTAINERS, *(f"typing.{name}" for name in ("Sequence", "Iterable", "Iterator", "Collection")))


def declared_type(expression: Expression) -> Type | None:
    """Return the declared type of a variable."""
    node = expression.node if isinstance(expression, NameExpr) else None
    return node.type if isinstance(node, Var) and not node.is_inferred else None


def type_of_attribute(expression: Expression, tree: MypyFile) -> Type | None:
    """Return the declared type of ``self.rows`` in a method."""
    owner = (
        expression.expr.node if isinstance(expression, MemberExpr) and isinstance(expression.expr, NameExpr) else None
    )
    method = None if owner is None else FLOW.of(tree).variables.functions.get(owner)
    if not isinstance(expression, MemberExpr) or method is None or not method.info or method.is_static:
        return None
    symbol = method.info.get(expression.name) if method.arguments[0].variable is owner else None
    attribute = symbol.node if symbol is not None and not FLOW.of(tree).variables.writes_of(owner).positions else None
    is_declared = isinstance(attribute, Var) and (attribute.explicit_self_type or not attribute.is_inferred)
    return attribute.type if isinstance(attribute, Var) and is_declared else None


def type_of_values(expression: Expression, tree: MypyFile) -> Type | None:
    """Return the type of what is in ``table.values()``, for a dict in a parameter or an attribute of ``self``."""
    callee = expression.callee if isinstance(expression, CallExpr) and not expression.args else None
    owner = callee.expr if isinstance(callee, MemberExpr) and callee.name == "values" else None
    declared = None if owner is None else declared_type(owner) or type_of_attribute(owner, tree)
    instance = sole_instance(declared)
    return instance.args[1] if instance is not None and instance.type.fullname == "builtins.dict" else None


def type_of_variable(expression: Expression, tree: MypyFile) -> Type | None:
    """Return the declared type of a variable, or that of the items which nothing but loops bind it to."""
    declared = declared_type(expression)
    if declared is not None or not isinstance(expression, NameExpr) or not isinstance(expression.node, Var):
        return declared
    return _ROWS.of(tree).get(expression.node)


def item_type(container: Type, containers: tuple[str, ...] = _CONTAINERS) -> Type | None:
    """Return the type of what a list or a tuple, or one of other containers, holds."""
    proper = known_type(container)
    instance = tuple_fallback(proper) if isinstance(proper, TupleType) else sole_instance(proper)
    if instance is None or instance.type.fullname not in containers or len(instance.args) != 1:
        return None
    return instance.args[0]


def _rows(tree: MypyFile) -> Mapping[Var, Type]:
    """Return the types of the variables that loops alone bind, all of them to items of the same type."""
    body = INDEX.of(tree).body
    found: dict[Var, Type] = {}
    others: set[Var] = set()
    for target in chain(
        (each for statement in body.statements for each in targets(statement)),
        (each for part in body.expressions for each in targets_within(part)),
    ):
        rows = handed_on(target.expression, target.value) if target.by is By.ITERATE and target.value else ()
        given = {name: _item(value, tree) for name, value in rows}
        for name in unpacked(target.expression):
            variable, item = name.node if isinstance(name, NameExpr) else None, given.get(name)
            if not isinstance(variable, Var):
                continue
            if item is None or found.setdefault(variable, item) != item:
                others.add(variable)
    return {variable: item for variable, item in found.items() if variable not in others}


def _item(rows: Expression, tree: MypyFile) -> Type | None:
    container = declared_type(rows) or type_of_attribute(rows, tree)
    return type_of_values(rows, tree) if container is None else item_type(container, _ITERABLES)


_ROWS: Final = PerModule(_rows)
