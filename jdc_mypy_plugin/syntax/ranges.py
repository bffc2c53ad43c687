"""Parts of a source file, from the place where a node starts to that where it ends."""

from __future__ import annotations

from collections.abc import Iterable

from mypy.nodes import ClassDef, Context, FuncDef, LambdaExpr, ReturnStmt

Position = tuple[int, int]
"""Line and column."""
Range = tuple[Position, Position]
"""The first position, and the one behind the last."""


def position_of(node: Context) -> Position:
    """Return where a node starts."""
    return node.line, node.column


def range_of(node: Context) -> Range:
    """Return what of the file a node is; without an end it is the rest of its line.

    A class begins with its decorators. Of a lambda one parser of mypy says no end but that of its expression.
    """
    last: Context = node
    if node.end_line is None and isinstance(node, LambdaExpr | FuncDef) and node.body.body:
        statement = node.body.body[-1]
        last = statement.expr if isinstance(statement, ReturnStmt) and statement.expr is not None else node
    end = (node.line + 1, 0) if last.end_line is None else (last.end_line, last.end_column or 0)
    first = min([node, *node.decorators], key=position_of) if isinstance(node, ClassDef) else node
    return position_of(first), end


def is_in(node: Context, ranges: Iterable[Range]) -> bool:
    """Return whether a node starts in one of the ranges."""
    position = position_of(node)
    return any(start <= position < end for start, end in ranges)
