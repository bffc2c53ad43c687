"""Functions that move, add and remove axes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..sizes import normal_axes, normal_axis, replaced
from ..values import NONE, Items, MistakeError, Scalar, Shape, UnclearError, Value, show
from .shaping import shaped


def transpose(call: Call) -> Value:
    """``transpose(a, axes)``."""
    array = call.array("a")
    return call.like(array, transposed(call.name, array.shape, call, "axes"))


def transposed(name: str, shape: Shape | None, call: Call, argument: str) -> Shape | None:
    """Return the shape with its axes in another order, reversed where there is none given.

    Raises:
        MistakeError: the axes are not those of the array.

    """
    if shape is None:
        return None
    if call.values[argument] is NONE:
        return shape[::-1]
    axes = call.integers(argument)
    if axes is None:
        return (None,) * len(shape)
    if len(axes) != len(shape):
        raise MistakeError(f"{name} takes {len(shape)} axes for {show(shape)}, not {len(axes)}")
    return tuple(shape[axis] for axis in normal_axes(axes, shape))


def _matrix_transpose(call: Call, shape: Shape) -> Shape:
    return matrix_transposed(call.name, shape)


def matrix_transposed(name: str, shape: Shape) -> Shape:
    """Swap the last two axes."""
    if len(shape) < 2:
        raise MistakeError(f"{name} takes at least two axes, not {show(shape)}")
    return (*shape[:-2], shape[-1], shape[-2])


def _swapaxes(call: Call, shape: Shape) -> Shape:
    one, other = call.integer("axis1"), call.integer("axis2")
    if one is None or other is None:
        return (None,) * len(shape)
    one, other = normal_axis(one, shape), normal_axis(other, shape)
    return replaced(replaced(shape, one, shape[other]), other, shape[one])


def _moveaxis(call: Call, shape: Shape) -> Shape:
    source, destination = call.integers("source"), call.integers("destination")
    if source is None or destination is None:
        return (None,) * len(shape)
    if len(source) != len(destination):
        raise MistakeError(
            f"moveaxis takes as many destinations as sources, not {len(destination)} for {len(source)}"
        )
    source, destination = normal_axes(source, shape), tuple(normal_axis(axis, shape) for axis in destination)
    if len(set(destination)) < len(destination):
        raise UnclearError
    rest = [axis for axis in range(len(shape)) if axis not in source]
    for target, axis in sorted(zip(destination, source, strict=True)):
        rest.insert(target, axis)
    return tuple(shape[axis] for axis in rest)


def _expand_dims(call: Call, shape: Shape) -> Shape | None:
    axes = call.integers("axis")
    if axes is None:
        return (None,) * (len(shape) + 1) if isinstance(call.values["axis"], Scalar) else None
    new = normal_axes(axes, shape, len(axes))
    sizes = iter(shape)
    return tuple(1 if axis in new else next(sizes) for axis in range(len(shape) + len(new)))


def _squeeze(call: Call, shape: Shape) -> Shape | None:
    if call.values["axis"] is NONE:
        return tuple(size for size in shape if size != 1) if all(isinstance(s, int) for s in shape) else None
    if shape == () and call.library == "numpy":
        return ()
    axes = call.axes("axis", shape)
    if axes is None:
        return None
    for axis in axes:
        if isinstance(shape[axis], int) and shape[axis] != 1:
            raise MistakeError(f"squeeze removes axes of size 1; axis {axis} of {show(shape)} is {shape[axis]}")
    return tuple(size for axis, size in enumerate(shape) if axis not in axes)


def rollaxis(call: Call) -> Value:
    """``rollaxis(a, axis, start)``."""
    array, axis, start = call.array("a"), call.integer("axis"), call.integer("start")
    shape = array.shape
    if shape is not None and axis is not None and start is not None:
        where = normal_axis(axis, shape)
        if not -len(shape) <= start <= len(shape):
            raise UnclearError
        target = start % len(shape) if start < 0 else start
        rest = [*shape[:where], *shape[where + 1 :]]
        rest.insert(target - (target > where), shape[where])
        return call.like(array, tuple(rest))
    return call.like(array, None if shape is None else (None,) * len(shape))


def unstack(call: Call) -> Value:
    """``unstack(x, axis)``: one array for each position."""
    array, axis = call.array("x"), call.integer("axis")
    if array.shape is None or axis is None:
        raise UnclearError
    where = normal_axis(axis, array.shape)
    count = array.shape[where]
    if not isinstance(count, int) or count > 64:
        raise UnclearError
    return Items((call.like(array, (*array.shape[:where], *array.shape[where + 1 :])),) * count)


AXES: Final[Mapping[str, tuple[str, Rule]]] = {
    "transpose": ("a, axes=None", transpose),
    "permute_dims": ("a, /, axes", transpose),
    "matrix_transpose": ("x, /", shaped("x", _matrix_transpose)),
    "rollaxis": ("a, axis, start=0", rollaxis),
    "unstack": ("x, /, *, axis=0", unstack),
    "swapaxes": ("a, axis1, axis2", shaped("a", _swapaxes)),
    "moveaxis": ("a, source, destination", shaped("a", _moveaxis)),
    "expand_dims": ("a, axis", shaped("a", _expand_dims)),
    "squeeze": ("a, axis=None", shaped("a", _squeeze)),
}
"""Functions of `jax.numpy`, each with its signature."""
