"""Operations on sizes of which one is calculated with the other: ``n`` and ``n+1``, ``n`` and ``n*m``.

``x + y`` of such sizes raises in every call but those with a size of 0 or 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Final

from mypy.nodes import Expression, OpExpr

from jdc_operations.values import ArrayValue, Failure, Value, show
from jdc_spec.sizes import Linear, is_derived, names_in, replace_names

_NOT_ARITHMETIC: Final = ("and", "or")
_NUMBER: Final = re.compile(r"\d{4,}")
_PAIR: Final = re.compile(r"(?:axis -?\d+ is (\d{4,}) and|(?:dot|matmul) contracts (\d{4,}) with) (\d{4,})")
"""The two sizes in the reason of a failure that are not the same."""


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


def failure_of_related_operands(
    failure: Failure, operands: Iterable[Value], names: frozenset[str], sizes: Mapping[str, int]
) -> Failure | None:
    """Return why a function raises for all sizes over 1, where it raises for one choice of them; None if it may not.

    The two sizes that do not go together must be those of axes of its operands, as they stand.
    """
    shown = {str(replace_names(size, sizes)): size for size in _sizes(operands)}
    found = _PAIR.search(failure.reason)
    pair = (None, None) if found is None else (shown.get(found[1] or found[2]), shown.get(found[3]))
    if not _are_related(*pair, names):
        return None
    return Failure(_NUMBER.sub(lambda number: str(shown.get(number[0], number[0])), failure.reason))


def _sizes(operands: Iterable[Value]) -> Iterator[Linear]:
    for operand in operands:
        shape = operand.shape if isinstance(operand, ArrayValue) else None
        yield from (size for size in shape or () if isinstance(size, Linear))


def _are_related(one: Hashable, other: Hashable, names: frozenset[str]) -> bool:
    """Return whether two sizes of an operation are never equal, but where one of them is 0 or 1."""
    if not isinstance(one, Linear) or not isinstance(other, Linear) or not names.issuperset(_names(one, other)):
        return False
    return is_derived(one, other)


def _names(*sizes: Linear) -> Iterator[str]:
    for size in sizes:
        yield from names_in(size)
