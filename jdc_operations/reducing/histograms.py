"""Functions that count what falls into bins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..dtypes import INT, kind_of
from ..promotion import promoted_arrays
from ..sizes import added
from ..values import NONE, ArrayValue, Dim, DTypeMistakeError, Items, MistakeError, Scalar, Value, show, show_dtype


def bincount(call: Call) -> Value:
    """``bincount(x, length)``."""
    array = call.array("x")
    if array.shape is not None and len(array.shape) != 1:
        raise MistakeError(f"bincount takes a vector, not {show(array.shape)}")
    if array.dtype is not None and kind_of(array.dtype) in ("float", "complex"):
        raise DTypeMistakeError(f"bincount takes integers, not {show_dtype(array.dtype)}")
    call.without("weights")
    return call.result((None if call.values["length"] is NONE else call.size("length"),), INT, None)


def digitize(call: Call) -> Value:
    """``digitize(x, bins)``."""
    values, bins = call.array("x"), call.array("bins")
    if bins.shape is not None and len(bins.shape) != 1:
        raise MistakeError(f"digitize takes a vector of bins, not {show(bins.shape)}")
    return call.result(values.shape, "integer", None)


def _edges(call: Call) -> Dim:
    """Return how many edges there are: one more than bins, where the argument is their number."""
    bins = call.values["bins"]
    if isinstance(bins, Scalar):
        return added(call.size("bins"), 1)
    array = bins if isinstance(bins, ArrayValue) else ArrayValue()
    return array.shape[0] if array.shape is not None and len(array.shape) == 1 else None


def histogram(call: Call) -> Value:
    """``histogram(a, bins)``: how many are in each bin, and its edges."""
    array = call.array("a")
    weights = [] if call.values["weights"] is NONE else [call.array("weights")]
    dtype, _ = promoted_arrays([array, *weights])
    known = dtype if kind_of(dtype) == "float" and kind_of(array.dtype) == "float" else None
    count = _edges(call)
    return Items((call.result((added(count, -1),), known, None), call.result((count,), known, None)))


def histogram_bin_edges(call: Call) -> Value:
    """``histogram_bin_edges(a, bins)``."""
    array = call.array("a")
    return call.result((_edges(call),), array.dtype if kind_of(array.dtype) == "float" else None, None)


_HISTOGRAM: Final = "a, bins=10, range=None, weights=None"

HISTOGRAMS: Final[Mapping[str, tuple[str, Rule]]] = {
    "bincount": ("x, weights=None, minlength=0, *, length=None", bincount),
    "digitize": ("x, bins, right=False, *, method=None", digitize),
    "histogram": (f"{_HISTOGRAM}, density=None", histogram),
    "histogram_bin_edges": (_HISTOGRAM, histogram_bin_edges),
}
"""Functions of `jax.numpy`, each with its signature."""
