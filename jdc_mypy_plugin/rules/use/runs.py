"""The calls that run a transformed function, and what comes after them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    ForStmt,
    MypyFile,
    NameExpr,
    Statement,
    SymbolNode,
    WhileStmt,
    WithStmt,
)

from ...syntax import INDEX
from ...syntax.ranges import Range, is_in, range_of
from ...syntax.references import REFERENCES
from ..traced_functions import TracedFunction
from ..transformations import LOOPS

_LOOPS: Final = frozenset(loop.name for loop in LOOPS.values())


def loops_around(call: CallExpr, tree: MypyFile) -> list[Range]:
    """Return the loops of the module that a call stands in."""
    body = INDEX.of(tree).body
    loops = (range_of(each) for each in (*body.statements_of(ForStmt), *body.statements_of(WhileStmt)))
    return [each for each in loops if is_in(call, [each])]


def follows(statement: Statement, other: Statement, tree: MypyFile) -> bool:
    """Return whether a statement stands below another one in its block, or in one around that always runs."""
    index = INDEX.of(tree)
    position, below = index.position(other), index.position(statement)
    if position is None or below is None:
        return False
    owner = index.body.owner_at(position)
    while owner >= 0 and isinstance(index.body.statements[owner], ForStmt | WhileStmt | WithStmt):
        position, owner = owner, index.body.owner_at(owner)
    block = index.body.block_at(position)
    while below >= 0:
        if index.body.block_at(below) is block:
            return True
        below = index.body.owner_at(below)
    return False


def calls_of(site: TracedFunction) -> Iterator[CallExpr]:
    """Yield the calls that run the function under the transformation."""
    index = INDEX.of(site.api.tree)
    if isinstance(site.at, Decorator):
        yield from _called(site.at, site.api.tree)
    elif isinstance(site.at, CallExpr):
        parent = index.parent(site.at)
        if site.by in _LOOPS:
            yield site.at
        elif isinstance(parent, CallExpr) and parent.callee is site.at:
            yield parent
        elif isinstance(parent, AssignmentStmt) and len(parent.lvalues) == 1:
            name = parent.lvalues[0]
            if isinstance(name, NameExpr) and name.node is not None:
                yield from _called(name.node, site.api.tree)


def _called(node: SymbolNode, tree: MypyFile) -> Iterator[CallExpr]:
    """Yield the calls of what a name stands for."""
    for name in REFERENCES.of(tree).get(node, ()):
        parent = INDEX.of(tree).parent(name)
        if isinstance(parent, CallExpr) and parent.callee is name:
            yield parent
