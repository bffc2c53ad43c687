"""Statements that change in place what an attribute of an object holds: ``agent.rates.append(0.5)``.

The attribute is a list, a dict, a set or an array of NumPy. A method of the class may do it: ``agent.push(0.5)``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    Statement,
    TypeInfo,
    Var,
)
from mypy.types import Instance

from ...host.known_types import known_type
from ...model.functions.attributes_read import CHANGES
from ...syntax import INDEX
from ...syntax.index import ModuleIndex
from ...transformed.function_expressions import method_of
from ..construction.post_init import unconditional

_MUTABLE: Final = frozenset(
    (*(f"builtins.{name}" for name in ("list", "dict", "set")), "collections.deque", "numpy.ndarray")
)


class Change(NamedTuple):
    """A change of what an attribute holds."""

    owner: NameExpr
    """The variable of the object."""
    attribute: str
    at: Expression


def changes_in_place(info: TypeInfo, api: TypeChecker) -> Iterator[Change]:
    """Yield the statements of the module that change what an attribute of an object holds, if it is of a class."""
    for statement in INDEX.of(api.tree).body.statements:
        yield from _changes(statement, info)
        call = statement.expr if isinstance(statement, ExpressionStmt) else None
        callee = call.callee if isinstance(call, CallExpr) else None
        method = method_of(info, callee.name, api) if isinstance(callee, MemberExpr) else None
        if method is not None and isinstance(callee, MemberExpr) and isinstance(callee.expr, NameExpr):
            for attribute in _changed_by(method, info):
                yield Change(callee.expr, attribute, callee)


def is_only_changed(part: MemberExpr, index: ModuleIndex) -> bool:
    """Return whether a statement writes an attribute or changes its value in place, and makes no use of it.

    So a function counts how often it is traced, ``self.traces += 1`` or ``self.shapes.append(x.shape)``.
    """
    outer = index.parent(part)
    if isinstance(outer, IndexExpr):
        return outer.base is part and index.is_written(outer)
    call = index.parent(outer) if isinstance(outer, MemberExpr) else None
    is_change = isinstance(outer, MemberExpr) and outer.name in CHANGES
    if is_change and isinstance(call, CallExpr) and call.callee is outer:
        return isinstance(index.parent(call), ExpressionStmt)
    return index.is_written(part)


def _changed_by(method: FuncDef, info: TypeInfo) -> list[str]:
    """Return the attributes whose values a method is certain to change in place."""
    own = method.arguments[0].variable
    found = (change for statement in unconditional(method) for change in _changes(statement, info))
    return [change.attribute for change in found if change.owner.node is own]


def _changes(statement: Statement, info: TypeInfo) -> Iterator[Change]:
    """Yield the attributes whose values a statement changes itself."""
    for part in _changed(statement):
        if isinstance(part, MemberExpr) and isinstance(part.expr, NameExpr) and _is_mutable(info, part.name):
            yield Change(part.expr, part.name, part)


def _changed(statement: Statement) -> Iterator[Expression]:
    """Yield what ``x.append(1)``, ``x[0] = 1`` and ``x[0] += 1`` change."""
    if isinstance(statement, ExpressionStmt) and isinstance(statement.expr, CallExpr):
        callee = statement.expr.callee
        if isinstance(callee, MemberExpr) and callee.name in CHANGES:
            yield callee.expr
    targets = statement.lvalues if isinstance(statement, AssignmentStmt) else []
    if isinstance(statement, OperatorAssignmentStmt):
        targets = [statement.lvalue]
    yield from (target.base for target in targets if isinstance(target, IndexExpr))


def _is_mutable(info: TypeInfo, name: str) -> bool:
    symbol = info.get(name)
    kind = known_type(symbol.node.type) if symbol is not None and isinstance(symbol.node, Var) else None
    return isinstance(kind, Instance) and kind.type.fullname in _MUTABLE
