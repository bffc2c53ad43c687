"""The axes that `jax.vmap` is told to map over: ``in_axes=(0, None)``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import Expression, IntExpr, ListExpr, NameExpr, TupleExpr, UnaryExpr

OTHER: Final = 1 << 30
"""In the place of an axis that is not written out."""


def axes_of(written: Expression | None, count: int) -> Sequence[int | None] | None:
    """Read the axes that are written out for each of some arguments; None where they cannot be read."""
    items = written.items if isinstance(written, TupleExpr | ListExpr) else [written] * count
    read = [axis_of(item) for item in items if item is not None]
    return read if len(read) == count and OTHER not in read else None


def axis_of(written: Expression) -> int | None:
    """Read one axis, or None; `OTHER` where it is neither."""
    if isinstance(written, NameExpr) and written.name == "None":
        return None
    sign, number = (-1, written.expr) if isinstance(written, UnaryExpr) and written.op == "-" else (1, written)
    return sign * number.value if isinstance(number, IntExpr) else OTHER
