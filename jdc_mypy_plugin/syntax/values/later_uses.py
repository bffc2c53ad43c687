"""The uses of a variable that are certain to come after a statement, before the variable is bound again."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    AssignmentStmt,
    Expression,
    ForStmt,
    MypyFile,
    NameExpr,
    RaiseStmt,
    ReturnStmt,
    SymbolNode,
    WhileStmt,
)

from ..index import INDEX
from ..names.flow import FLOW
from ..names.references import REFERENCES


def uses_after(given: NameExpr, tree: MypyFile) -> Iterator[NameExpr]:
    """Yield where the value that a statement takes from a variable is used later; none where it binds that itself.

    A loop around the statement counts as one that runs.
    """
    start = _position(given, tree)
    if start is not None and given.node is not None and start not in _writes(given.node, tree):
        yield from _later(given.node, start, tree)


def uses_by_other_names(given: NameExpr, tree: MypyFile) -> Iterator[NameExpr]:
    """Yield where that value is used later under another name: ``old = state``, then ``state = step(state)``."""
    start = _position(given, tree)
    if start is None or given.node is None:
        return
    written = _writes(given.node, tree)
    for use in REFERENCES.of(tree).get(given.node, ()):
        statement = INDEX.of(tree).parent(use)
        at = INDEX.of(tree).position(statement) if isinstance(statement, AssignmentStmt) else None
        if not isinstance(statement, AssignmentStmt) or statement.rvalue is not use or at is None or at >= start:
            continue
        target = statement.lvalues[0]
        if not isinstance(target, NameExpr) or target.node is None or _writes(target.node, tree) != [at]:
            continue
        if FLOW.of(tree).has_run(at, start) and not any(at < each < start for each in written):
            yield from _later(target.node, start, tree)


def _later(variable: SymbolNode, start: int, tree: MypyFile) -> Iterator[NameExpr]:
    """Yield the uses of a variable after a statement, before something binds it."""
    written = _writes(variable, tree)
    for use in REFERENCES.of(tree).get(variable, ()):
        at = _position(use, tree)
        is_after = at is not None and at > start and _has_run(start, at, tree)
        if at is not None and is_after and not any(start < each <= at for each in written):
            yield use


def _has_run(earlier: int, use: int, tree: MypyFile) -> bool:
    """Return whether a statement has run before a later one, or has if the loops around it run at all."""
    body = INDEX.of(tree).body
    while not FLOW.of(tree).has_run(earlier, use):
        owner = body.owner_at(earlier)
        loop = body.statements[owner] if owner >= 0 else None
        block = body.block_at(earlier)
        if not isinstance(loop, ForStmt | WhileStmt) or block is not loop.body:
            return False
        if any(isinstance(each, RaiseStmt | ReturnStmt) for each in loop.body.body):
            return False
        earlier = owner
    return True


def _writes(variable: SymbolNode, tree: MypyFile) -> list[int]:
    return FLOW.of(tree).variables.writes_of(variable).positions


def _position(use: Expression, tree: MypyFile) -> int | None:
    statement = FLOW.of(tree).statement_of(use)
    return None if statement is None else INDEX.of(tree).position(statement)
