"""Nodes known by where they stand.

Not by identity: mypy checks copies of a function whose type variable has a list of constraints.
"""

from __future__ import annotations

from mypy.nodes import Context

Place = tuple[int, int, int | None, int | None]
"""First and last line and column."""


def place(node: Context) -> Place:
    """Return the first and last line and column of a node, which its copies share."""
    return node.line, node.column, node.end_line, node.end_column
