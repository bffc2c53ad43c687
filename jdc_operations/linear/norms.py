"""Norms of vectors and matrices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..dtypes import to_real_inexact
from ..values import NONE, MistakeError, Scalar, Text, UnclearError, Value, show
from .linear_algebra import computed, weakness_of


def norm(call: Call) -> Value:
    """``norm(x, ord, axis, keepdims)``."""
    array = call.array("x")
    dtype = computed(array, to_real_inexact)
    keepdims = call.flag("keepdims")
    if call.values["axis"] is NONE:
        if call.values["ord"] is not NONE and (array.shape is None or len(array.shape) not in (1, 2)):
            if array.shape is not None and isinstance(call.values["ord"], Scalar | Text):
                raise MistakeError(f"norm with an ord takes one or two axes, not {show(array.shape)}")
            return call.result(None, dtype, weakness_of(array))
        shape = (
            () if keepdims is False else None if keepdims is None or array.shape is None else (1,) * len(array.shape)
        )
        return call.result(shape, dtype, weakness_of(array))
    if array.shape is None or keepdims is None:
        return call.result(None, dtype, weakness_of(array))
    if call.values["ord"] is not NONE and _one_axis_twice(call, len(array.shape)):
        raise UnclearError  # the orders 1 and inf reduce one axis after the other, and JAX lets them be the same
    axes = call.axes("axis", array.shape)
    if axes is None:
        return call.result(None, dtype, weakness_of(array))
    if len(axes) not in (1, 2):
        raise MistakeError(f"norm takes one or two axes, not {len(axes)}")
    kept = [1 if axis in axes else size for axis, size in enumerate(array.shape) if keepdims or axis not in axes]
    return call.result(tuple(kept), dtype, weakness_of(array))


def _one_axis_twice(call: Call, rank: int) -> bool:
    axes = call.integers("axis")
    return axes is not None and len({axis % max(rank, 1) for axis in axes}) < len(axes)


def vector_norm(call: Call) -> Value:
    """``vector_norm(x, axis, keepdims)``."""
    array = call.array("x")
    keepdims = call.flag("keepdims")
    shape = array.shape
    if shape is not None:
        axes = call.axes("axis", shape)
        if axes is None or keepdims is None:
            shape = None
        else:
            shape = tuple(1 if at in axes else size for at, size in enumerate(shape) if keepdims or at not in axes)
    return call.result(shape, computed(array, to_real_inexact), weakness_of(array))


NORMS: Final[Mapping[str, tuple[str, Rule]]] = {
    "norm": ("x, ord=None, axis=None, keepdims=False", norm),
    "vector_norm": ("x, /, *, axis=None, keepdims=False, ord=2", vector_norm),
}
"""Functions of `jax.numpy.linalg`, each with its signature."""
