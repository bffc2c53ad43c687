"""The attributes of ``self`` that a method and those that it uses read, as they are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    ExpressionStmt,
    FuncDef,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    Statement,
)

from ...syntax.walk import descendants, expressions_of, statements

CHANGES: Final = frozenset(
    (
        *("append", "extend", "insert", "remove", "reverse", "sort", "pop", "clear"),
        *("update", "setdefault", "popitem", "add", "discard", "appendleft", "extendleft", "popleft", "rotate"),
        *("difference_update", "intersection_update", "symmetric_difference_update", "subtract"),
    )
)
"""Methods of containers that change them in place."""
_FILL: Final = "fill"
"""The same of an array of NumPy."""


def methods_in(definition: ClassDef) -> Mapping[str, FuncDef]:
    """Return the methods and properties of a class by name."""
    inner = (each.func if isinstance(each, Decorator) else each for each in definition.defs.body)
    return {each.name: each for each in inner if isinstance(each, FuncDef)}


def attributes_read(method: FuncDef, methods: Mapping[str, FuncDef]) -> list[str]:
    """Return the attributes that a method reads, and does not only write or change in place."""
    found, left = {method.name: method}, [method]
    names: set[str] = set()
    while left:
        read = set(_own_reads(left.pop()))
        names |= read
        new = {name: methods[name] for name in read if name in methods and name not in found}
        found |= new
        left += new.values()
    return sorted(names)


def _own_reads(method: FuncDef) -> Iterator[str]:
    receiver = method.arguments[0].variable.name if method.arguments else ""
    for statement in statements(method.body.body):
        changed = {id(each) for each in _changed(statement)}
        for part in (inner for each in expressions_of(statement) for inner in descendants(each)):
            is_own = isinstance(part, MemberExpr) and isinstance(part.expr, NameExpr) and part.expr.name == receiver
            if is_own and isinstance(part, MemberExpr) and id(part) not in changed:
                yield part.name


def _changed(statement: Statement) -> Iterator[Expression]:
    """Yield what a statement assigns to, or changes in place."""
    targets = statement.lvalues if isinstance(statement, AssignmentStmt) else []
    if isinstance(statement, OperatorAssignmentStmt):
        targets = [statement.lvalue]
    for target in targets:
        yield target.base if isinstance(target, IndexExpr) else target
    callee = (
        statement.expr.callee
        if isinstance(statement, ExpressionStmt) and isinstance(statement.expr, CallExpr)
        else None
    )
    if isinstance(callee, MemberExpr) and (callee.name in CHANGES or callee.name == _FILL):
        yield callee.expr
