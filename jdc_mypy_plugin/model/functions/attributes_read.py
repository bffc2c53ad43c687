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
KEPT: Final = frozenset(("apply_fn", "tx"))
"""Attributes of flax's `TrainState` that hold functions, and that a new state takes over from the old one."""
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
    """Yield the attributes that a method reads itself, but for what it has given a value before in any call."""
    given: set[str] = set()
    for top in method.body.body:
        for statement in statements([top]):
            yield from (part.name for part in _read_in(statement, method) if part.name not in given)
        if isinstance(top, AssignmentStmt):
            given |= {each.name for each in top.lvalues if isinstance(each, MemberExpr) and _is_own(each, method)}


def _read_in(statement: Statement, method: FuncDef) -> Iterator[MemberExpr]:
    passed = {id(each) for each in _changed(statement)}
    parts = [
        inner for each in expressions_of(statement) for inner in descendants(each) if isinstance(inner, MemberExpr)
    ]
    passed |= {id(each.expr) for each in parts if each.name in KEPT}
    return (each for each in parts if _is_own(each, method) and id(each) not in passed)


def _is_own(part: MemberExpr, method: FuncDef) -> bool:
    receiver = method.arguments[0].variable.name if method.arguments else ""
    return isinstance(part.expr, NameExpr) and part.expr.name == receiver


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
