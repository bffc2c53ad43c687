"""Keys of ``jax.random.PRNGKey(0)``, which are of one axis or of none: how many there are is known all the same."""

from __future__ import annotations

import dataclasses

from jdc_operations.values import ArrayValue, Dim, Scalar, Value

from ..evaluate.open_axes import AnyAxes
from ..evaluate.operation_values import result_of


def keys_of(made: ArrayValue, number: Value) -> Value:
    """Return what ``jax.random.split(key, number)`` makes of a key of which nobody knows the axes."""
    known = number.value if isinstance(number, Scalar) and isinstance(number.value, int) else None
    return made if known is None else dataclasses.replace(made, shape=(known, AnyAxes()))


def size_along(value: Value, axis: int) -> Dim:
    """Return the size of an axis of an array; None where it is not known."""
    if isinstance(value, ArrayValue) and value.shape and axis == 0 and isinstance(value.shape[0], int):
        return value.shape[0]
    sizes = result_of(value).sizes
    return sizes[axis] if sizes and -len(sizes) <= axis < len(sizes) else None
