"""Arithmetic with sizes that have a name: ``x.shape[0] + 1`` where ``x`` is a ``Float[Array, "n 3"]``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from jdc_operations.values import Scalar, Value
from jdc_spec.sizes import Dim, Linear, add, multiply

_OPERATORS: Final[Mapping[str, Callable[[Dim, Dim], Dim]]] = {
    "+": add,
    "-": lambda one, other: add(one, multiply(-1, other)),
    "*": multiply,
}


def named_size(operator: str, operands: Sequence[Value]) -> Dim:
    """Return the sum or product of two sizes, one of which has a name; None of anything else."""
    calculate = _OPERATORS.get(operator)
    sizes = [each.value for each in operands if isinstance(each, Scalar) and each.kind == "int"]
    known = [size for size in sizes if isinstance(size, int | Linear)]
    if calculate is None or len(known) != 2 or len(operands) != 2 or all(isinstance(size, int) for size in known):
        return None
    return calculate(*known)
