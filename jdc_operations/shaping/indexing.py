"""Indexing: ``x[...]``, ``x.at[...]`` and the functions that select by index."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from .. import literals
from ..broadcasting import broadcast, broadcast_to
from ..dtypes import BOOL, kind_of
from ..sizes import differ, every, least, shortened
from ..values import (
    ELLIPSIS,
    NONE,
    UNKNOWN,
    ArrayValue,
    Dim,
    DTypeMistakeError,
    Items,
    MistakeError,
    Scalar,
    Shape,
    SliceValue,
    Text,
    Value,
    exact,
    show,
    show_dtype,
)

_NEW_AXIS: Final = NONE


def indexed(array: ArrayValue, index: Value) -> ArrayValue:
    """Return ``array[index]``.

    Raises:
        MistakeError: there are too many indices, one is not an integer, a slice or a mask, or they do not fit.

    """
    shape = None if array.shape is None else indexed_shape(array.shape, index, array.library)
    if array.shape is None:
        _check_kinds(index, array.library)
    return ArrayValue(shape, array.dtype, array.weak, array.library)


def indexed_shape(shape: Shape, index: Value, library: str | None) -> Shape | None:
    """Return the shape of ``x[index]``."""
    parts = _parts(index, library)
    if UNKNOWN in parts or any(isinstance(part, ArrayValue) and _is_vague(part) for part in parts):
        _check_count(sum(map(_consumed_at_least, parts)), shape)
        return None
    is_apart = _is_split(parts)
    parts = _without_ellipsis(parts, shape)
    if any(map(_is_bool, parts)) and not all(isinstance(part, SliceValue) or _is_bool(part) for part in parts):
        return None  # JAX and NumPy differ: ``x[None, True]``, ``x[True, :, 1]``
    if _has_advanced(parts):
        return _advanced(shape, parts, is_apart=is_apart)
    return _basic(shape, parts, library)


def _parts(index: Value, library: str | None) -> list[Value]:
    """Return the items of an index, each checked on its own."""
    if isinstance(index, Items) and index.is_list and library != "numpy":
        raise MistakeError("arrays take no lists as an index; write a tuple, or jnp.array(...) to select several")
    parts = list(index.items) if isinstance(index, Items) and not index.is_list else [index]
    checked: list[Value] = []
    for part in parts:
        if isinstance(part, Items):
            checked.append(literals.nested(part, "numpy") if part.items and library == "numpy" else UNKNOWN)
        else:
            checked.append(part)
        _check_kind(part)
    return checked


def _check_kinds(index: Value, library: str | None) -> None:
    _parts(index, library)


def _check_kind(part: Value) -> None:
    if isinstance(part, Text):
        raise MistakeError("arrays take no strings as an index")
    if isinstance(part, Scalar) and part.kind in ("float", "complex"):
        raise MistakeError(f"an index is an integer, a slice or a mask, not a {part.kind}")
    if isinstance(part, ArrayValue) and part.dtype is not None and kind_of(part.dtype) in ("float", "complex"):
        raise DTypeMistakeError(
            f"an index is an integer, a slice or a mask, not an array of {show_dtype(part.dtype)}"
        )


def _is_vague(part: ArrayValue) -> bool:
    """Return whether an array may be a mask of unknown rank, or one of integers."""
    found = kind_of(part.dtype)
    return found is None or (found == "bool" and part.shape is None)


def _consumed(part: Value) -> int:
    """Return how many axes a part stands for."""
    if part is _NEW_AXIS or part is ELLIPSIS or _is_bool(part):
        return 0
    if isinstance(part, ArrayValue) and part.dtype == BOOL:
        return len(part.shape or ())
    return 1


def _consumed_at_least(part: Value) -> int:
    """Return how many axes a part stands for whatever is not known of it: a mask of one value stands for none."""
    if part is UNKNOWN or (isinstance(part, ArrayValue) and _is_vague(part) and not part.shape):
        return 0
    return _consumed(part)


def _check_count(named: int, shape: Shape) -> None:
    if named > len(shape):
        raise MistakeError(f"too many indices: {named} for {show(shape)}")


def _without_ellipsis(parts: list[Value], shape: Shape) -> list[Value]:
    """Return the parts with full slices for the axes that are not named."""
    if parts.count(ELLIPSIS) > 1:
        raise MistakeError("an index has one ellipsis at most")
    named = sum(map(_consumed, parts))
    _check_count(named, shape)
    full: list[Value] = [SliceValue(NONE, NONE, NONE)] * (len(shape) - named)
    where = parts.index(ELLIPSIS) if ELLIPSIS in parts else len(parts)
    return [*parts[:where], *full, *parts[where + 1 :]]


def _has_advanced(parts: Sequence[Value]) -> bool:
    return any(isinstance(part, ArrayValue) or _is_bool(part) for part in parts)


def _is_bool(part: Value) -> bool:
    return isinstance(part, Scalar) and part.kind == "bool"


def _basic(shape: Shape, parts: Sequence[Value], library: str | None) -> Shape:
    """Integers remove axes, slices keep them, None adds one."""
    result: list[Dim] = []
    axis = 0
    for part in parts:
        if part is _NEW_AXIS:
            result.append(1)
            continue
        if isinstance(part, SliceValue):
            result.append(_sliced(shape[axis], part))
        elif library == "numpy":
            _check_bounds(part, axis, shape)
        axis += 1
    return tuple(result)


def _check_bounds(part: Value, axis: int, shape: Shape) -> None:
    """NumPy raises where JAX takes the last element."""
    position = part.value if isinstance(part, Scalar) else None
    size = shape[axis]
    if isinstance(position, int) and isinstance(size, int) and not -size <= position < size:
        raise MistakeError(f"index {position} is out of bounds for axis {axis} with size {size}")


def _sliced(size: Dim, part: SliceValue) -> Dim:
    start, stop, step = (_bound(bound) for bound in (part.start, part.stop, part.step))
    if step == 0:
        raise MistakeError("the step of a slice is not 0")
    if "unknown" in (start, stop, step):
        return None
    if not isinstance(size, int):
        if isinstance(step, int) and step > 1 and start in (None, 0) and stop is None:
            return every(size, step)
        return _sliced_of_name(size, start or 0, stop) if step in (None, 1) else None
    first, last, stride = slice(start, stop, step).indices(size)
    return max(0, -(-(last - first) // stride))


def _sliced_of_name(size: Dim, start: int | str, stop: int | str | None) -> Dim:
    """Return how many elements ``start:stop`` takes of an axis whose size is no number."""
    if isinstance(start, str) or isinstance(stop, str):
        return None
    if start >= 0 and (stop is None or stop < 0):
        return size if start == 0 and stop is None else shortened(size, start - (stop or 0))
    is_long = least(size) >= max(abs(start), abs(stop or 0))
    same_end = stop is None or (start < 0) == (stop < 0)
    return max(0, (stop or 0) - start) if is_long and same_end else None


def _bound(value: Value) -> int | str | None:
    if value is NONE:
        return None
    if isinstance(value, Scalar):
        if value.kind in ("float", "complex"):
            raise MistakeError(f"the bounds of a slice are integers, not a {value.kind}")
        return exact(value.value) if isinstance(value.value, int) else "unknown"
    return "unknown"


def _is_split(parts: Sequence[Value]) -> bool:
    """Return whether an ellipsis stands between integers or index arrays, for no axis perhaps."""
    where = parts.index(ELLIPSIS) if ELLIPSIS in parts else len(parts)
    sides = (parts[:where], parts[where + 1 :])
    return all(any(isinstance(part, ArrayValue | Scalar) for part in side) for side in sides)


def _advanced(shape: Shape, parts: Sequence[Value], *, is_apart: bool) -> Shape | None:
    """Index arrays broadcast; their axes come first where slices or new axes stand between them."""
    picked: list[Shape | None] = []
    places: list[int] = []
    result: list[Dim] = []
    insert_at = 0
    axis = 0
    for place, part in enumerate(parts):
        if part is _NEW_AXIS:
            result.append(1)
        elif isinstance(part, SliceValue):
            result.append(_sliced(shape[axis], part))
        else:
            picked.append(_picked(part, shape[axis : axis + _consumed(part)]))
            insert_at = len(result) if not places else insert_at
            places.append(place)
        axis += _consumed(part)
    selected = broadcast(*picked)
    if selected is None:
        return None
    apart = is_apart or any(later - earlier > 1 for earlier, later in pairwise(places))
    where = 0 if apart else insert_at
    return (*result[:where], *selected, *result[where:])


def _picked(part: Value, axes: Shape) -> Shape | None:
    """Return the shape of one index array; a mask selects an unknown number of elements."""
    if isinstance(part, Scalar) and _is_bool(part):
        return (int(part.value) if isinstance(part.value, bool) else None,)
    if isinstance(part, ArrayValue):
        if part.dtype != BOOL:
            return part.shape
        for axis, (size, mask) in enumerate(zip(axes, part.shape or (), strict=True)):
            if mask != 0 and differ(size, mask):  # NumPy takes a mask of no elements for any
                raise MistakeError(
                    f"a mask has the shape of what it selects from: axis {axis} of {show(part.shape or ())} is"
                    f" {mask}, expected {size}"
                )
        return (None,)
    return ()


def updated(array: ArrayValue, index: Value, values: Value) -> ArrayValue:
    """Return ``array.at[index].set(values)``, which has the shape of the array.

    Raises:
        MistakeError: the values do not broadcast to the place; JAX accepts all where the place has no elements.

    """
    place = indexed(array, index).shape
    shape: Shape | None = None
    if isinstance(values, ArrayValue):
        shape = values.shape
    elif isinstance(values, Scalar):
        shape = ()
    if place is not None and shape is not None and not {0, None}.intersection(place):
        broadcast_to(shape, place)
    return ArrayValue(array.shape, array.dtype, False if array.weak is False else None, "jax")
