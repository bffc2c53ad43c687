"""Functions that select by index: ``take``, ``searchsorted``, ``nonzero``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..broadcasting import broadcast
from ..dtypes import kind_of
from ..sizes import normal_axis, replaced, total
from ..values import (
    NONE,
    UNKNOWN,
    ArrayValue,
    DTypeMistakeError,
    Items,
    MistakeError,
    Shape,
    UnclearError,
    Value,
    show,
    show_dtype,
)


def take(call: Call) -> Value:
    """``take(a, indices, axis)``."""
    call.without("out")
    array, picks = call.array("a"), call.array("indices")
    _check_integers(call, picks)
    if call.values["axis"] is UNKNOWN or (call.library == "numpy" and array.shape == ()):
        return _picked(call, array, None)
    if call.values["axis"] is NONE:
        size = None if array.shape is None else total(array.shape)
        return _picked(call, array, picks.shape if size or _has_elements(picks) else None)
    axis = call.integer("axis")
    if array.shape is None or axis is None or picks.shape is None:
        return _picked(call, array, None)
    where = normal_axis(axis, array.shape)
    if array.shape[where] in (0, None) and not _has_elements(picks):
        return _picked(call, array, None)
    return _picked(call, array, (*array.shape[:where], *picks.shape, *array.shape[where + 1 :]))


def _picked(call: Call, array: ArrayValue, shape: Shape | None) -> ArrayValue:
    """Return the elements that are picked; whether they stay weak depends on how JAX fills in what is missing."""
    return call.result(shape, array.dtype, False if array.weak is False else None)


def _has_elements(picks: ArrayValue) -> bool:
    """Return whether some index is taken for sure; where none is, JAX gives other shapes for empty arrays."""
    return picks.shape is not None and not {0, None}.intersection(picks.shape)


def _check_integers(call: Call, array: ArrayValue) -> None:
    if array.dtype is not None and kind_of(array.dtype) in ("float", "complex"):
        raise DTypeMistakeError(f"{call.name} takes integers as indices, not {show_dtype(array.dtype)}")


def take_along_axis(call: Call) -> Value:
    """``take_along_axis(arr, indices, axis)``: the other axes broadcast."""
    array, picks = call.array("arr"), call.array("indices")
    _check_integers(call, picks)
    if call.values["axis"] is NONE:
        flat = picks.shape is None or len(picks.shape) == 1
        if not flat and picks.shape is not None:
            raise MistakeError(f"take_along_axis without an axis takes a vector of indices, not {show(picks.shape)}")
        return _picked(call, array, None if picks.shape is None else picks.shape)
    if array.shape is None or picks.shape is None or call.values["axis"] is UNKNOWN:
        return _picked(call, array, None)
    if len(array.shape) != len(picks.shape):
        raise MistakeError(
            f"take_along_axis takes arrays of as many axes: {show(array.shape)} and {show(picks.shape)}"
        )
    axis = call.integer("axis")
    if axis is None:
        return _picked(call, array, (None,) * len(array.shape))
    where = normal_axis(axis, array.shape)
    rest = broadcast(replaced(array.shape, where, 1), replaced(picks.shape, where, 1))
    return _picked(call, array, None if rest is None else replaced(rest, where, picks.shape[where]))


def searchsorted(call: Call) -> Value:
    """``searchsorted(a, v)``: positions in the shape of ``v``."""
    call.without("sorter", "out")
    array, values = call.array("a"), call.array("v")
    if array.shape is not None and len(array.shape) != 1:
        raise MistakeError(f"searchsorted takes a sorted vector, not {show(array.shape)}")
    return call.result(values.shape, call.default_dtype("int") if call.library == "numpy" else "integer", None)


def nonzero(call: Call) -> Value:
    """``nonzero(a)``: one vector for each axis, as long as ``size`` says."""
    array = call.array("a")
    if array.shape is None:
        raise UnclearError
    count = None if call.values["size"] is NONE else call.size("size")
    one = call.result((count,), "integer", None)
    return Items((one,) * len(array.shape)) if array.shape else UNKNOWN


def flatnonzero(call: Call) -> Value:
    """``flatnonzero(a)``."""
    call.array("a")
    return call.result((None if call.values["size"] is NONE else call.size("size"),), "integer", None)


TAKING: Final[Mapping[str, tuple[str, Rule]]] = {
    "take": ("a, indices, axis=None, out=None, mode=None, unique_indices=False, indices_are_sorted=False", take),
    "take_along_axis": ("arr, indices, axis=-1, mode=None, fill_value=None", take_along_axis),
    "searchsorted": ("a, v, side='left', sorter=None, *, method='scan'", searchsorted),
    "nonzero": ("a, *, size=None, fill_value=None", nonzero),
    "flatnonzero": ("a, *, size=None, fill_value=None", flatnonzero),
}
"""Functions of `jax.numpy`, each with its signature."""
