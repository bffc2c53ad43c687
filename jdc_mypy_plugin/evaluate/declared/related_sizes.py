"""Operations on sizes of which one is calculated with the other: ``n`` and ``n+1``, ``n`` and ``n*m``.

``x + y`` of such sizes raises in every call but those with a size of 0 or 1.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Final

from mypy.nodes import Expression, OpExpr

from jdc_operations.values import ArrayValue, Failure, Value, show
from jdc_spec.sizes import Linear, is_derived, names_in

_NOT_ARITHMETIC: Final = ("and", "or")


def failure_of_related(
    expression: Expression, value: Callable[[Expression], Value], names: frozenset[str]
) -> Failure | None:
    """Return why an operator raises for all sizes over 1 of some names; None where that is not certain."""
    if not isinstance(expression, OpExpr) or expression.op in _NOT_ARITHMETIC:
        return None
    operands = value(expression.left), value(expression.right)
    shapes = [each.shape for each in operands if isinstance(each, ArrayValue) and each.shape is not None]
    if len(shapes) != 2:
        return None
    one, other = shapes
    if expression.op == "@":
        contracted = (one[-1], other[max(-2, -len(other))]) if one and other else (None, None)
        if not _are_related(*contracted, names):
            return None
        return Failure(f"matmul contracts {contracted[0]} with {contracted[1]}: {show(one)} @ {show(other)}")
    for back, pair in enumerate(zip(reversed(one), reversed(other), strict=False), start=1):
        if _are_related(*pair, names):
            both = f"{show(one)} with {show(other)}"
            return Failure(f"cannot broadcast {both}: axis -{back} is {pair[0]} and {pair[1]}")
    return None


def _are_related(one: Hashable, other: Hashable, names: frozenset[str]) -> bool:
    """Return whether two sizes of an operation are never equal, but where one of them is 0 or 1."""
    if not isinstance(one, Linear) or not isinstance(other, Linear) or not names.issuperset(_names(one, other)):
        return False
    return is_derived(one, other)


def _names(*sizes: Linear) -> Iterator[str]:
    for size in sizes:
        yield from names_in(size)
