"""The uses of a variable that are certain to come after a statement, before the variable is bound again."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Expression, MypyFile, NameExpr

from .flow import FLOW
from .index import INDEX
from .references import REFERENCES


def uses_after(given: NameExpr, tree: MypyFile) -> Iterator[NameExpr]:
    """Yield where the value that a statement takes from a variable is used later; none where it binds that itself."""
    start = _position(given, tree)
    flow = FLOW.of(tree)
    written = flow.variables.writes_of(given.node).positions
    if start is None or given.node is None or start in written:
        return
    for use in REFERENCES.of(tree).get(given.node, ()):
        at = _position(use, tree)
        is_after = at is not None and at > start and flow.has_run(start, at)
        if at is not None and is_after and not any(start < each <= at for each in written):
            yield use


def _position(use: Expression, tree: MypyFile) -> int | None:
    statement = FLOW.of(tree).statement_of(use)
    return None if statement is None else INDEX.of(tree).position(statement)
