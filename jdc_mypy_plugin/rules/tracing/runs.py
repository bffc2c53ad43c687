"""The calls that run a transformed function, and what comes after them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    Expression,
    ForStmt,
    MypyFile,
    Statement,
    WhileStmt,
    WithStmt,
)

from ...syntax import INDEX
from ...syntax.ranges import Range, is_in, range_of
from ...traced.functions import TracedFunction
from ...transformed.made_functions import calls_of_made
from ...transformed.transformations import LOOPS

_LOOPS: Final = frozenset(loop.name for loop in LOOPS.values())


def loops_around(run: Expression, tree: MypyFile) -> list[Range]:
    """Return the loops of the module that an expression stands in."""
    body = INDEX.of(tree).body
    loops = (range_of(each) for each in (*body.statements_of(ForStmt), *body.statements_of(WhileStmt)))
    return [each for each in loops if is_in(run, [each])]


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
    if site.by in _LOOPS and isinstance(site.at, CallExpr):
        yield site.at
    else:
        yield from calls_of_made(site.at, site.api.tree)
