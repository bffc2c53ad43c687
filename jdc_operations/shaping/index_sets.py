"""Functions that make index arrays: the positions of a triangle, of a diagonal, of what is not zero."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..values import NONE, Dim, Items, MistakeError, UnclearError, Value, show


def _triangle_size(rows: int, columns: int, offset: int, *, lower: bool) -> int:
    """Return how many elements stand on and below, or on and above, a diagonal."""
    below = sum(min(columns, max(0, row + offset + (1 if lower else 0))) for row in range(rows))
    return below if lower else rows * columns - below


def triangle(*, lower: bool) -> Rule:
    """Return the rule of ``tril_indices(n, k, m)`` and ``triu_indices``."""

    def rule(call: Call) -> Value:
        rows, offset = call.size("n"), call.integer("k")
        columns = rows if call.values["m"] is NONE else call.size("m")
        return _pair(call, rows, columns, offset, lower=lower)

    return rule


def triangle_from(*, lower: bool) -> Rule:
    """Return the rule of ``tril_indices_from(arr, k)`` and ``triu_indices_from``."""

    def rule(call: Call) -> Value:
        shape = call.array("arr").shape
        if shape is None:
            raise UnclearError
        if len(shape) != 2:
            raise MistakeError(f"{call.name} takes a matrix, not {show(shape)}")
        return _pair(call, shape[0], shape[1], call.integer("k"), lower=lower)

    return rule


def _pair(call: Call, rows: Dim, columns: Dim, offset: int | None, *, lower: bool) -> Value:
    size = None
    if isinstance(rows, int) and isinstance(columns, int) and offset is not None and rows <= 4096:
        size = _triangle_size(rows, columns, offset, lower=lower)
    vector = call.result((size,), call.default_dtype("int"), None)
    return Items((vector, vector))


def diagonal(call: Call) -> Value:
    """``diag_indices(n, ndim)``."""
    size, rank = call.size("n"), call.integer("ndim")
    if rank is None or not 0 <= rank <= 32:
        raise UnclearError
    return Items((call.result((size,), call.default_dtype("int"), None),) * rank)


def positions(call: Call) -> Value:
    """``argwhere(a, size)``: one row for each element that is not zero."""
    shape = call.array("a").shape
    size = None if call.values["size"] is NONE else call.size("size")
    return call.result(None if shape is None else (size, len(shape)), "integer", None)


INDEX_SETS: Final[Mapping[str, tuple[str, Rule]]] = {
    "tril_indices": ("n, k=0, m=None", triangle(lower=True)),
    "triu_indices": ("n, k=0, m=None", triangle(lower=False)),
    "tril_indices_from": ("arr, k=0", triangle_from(lower=True)),
    "triu_indices_from": ("arr, k=0", triangle_from(lower=False)),
    "diag_indices": ("n, ndim=2", diagonal),
    "argwhere": ("a, *, size=None, fill_value=None", positions),
}
"""Functions of `jax.numpy`, each with its signature."""
