"""Lists of arguments as calls of transformations write them: ``argnums=(0, -1)``, ``static_argnames="n"``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mypy.nodes import Expression, IntExpr, ListExpr, StrExpr, TupleExpr, UnaryExpr


def counted(listed: Sequence[int | str | None], parameters: int) -> set[int]:
    """Return the positions of a list, those that count from the end too."""
    return {item if item >= 0 else item + parameters for item in listed if isinstance(item, int)}


def is_axis(given: Expression) -> bool:
    """Return whether an expression is one number, also one with a minus."""
    return isinstance(given, IntExpr) or (isinstance(given, UnaryExpr) and isinstance(given.expr, IntExpr))


def literals(given: Expression) -> Iterator[int | str | None]:
    """Yield the numbers and names of ``1``, ``"n"`` or ``("n", -1)``, with None for each that is something else."""
    for item in given.items if isinstance(given, TupleExpr | ListExpr) else [given]:
        if isinstance(item, UnaryExpr) and item.op == "-" and isinstance(item.expr, IntExpr):
            yield -item.expr.value
        else:
            yield item.value if isinstance(item, IntExpr | StrExpr) else None
