"""Arrays of JAX in functions of NumPy, which take them for arrays of its own or call a method of theirs.

The shape is the same either way, and so is why the call raises; the dtype and the library of the result are not.
"""

from __future__ import annotations

from dataclasses import replace

from .values import UNKNOWN, ArrayValue, Failure, Items, Value


def converted(value: Value) -> Value:
    """Return an argument with arrays of NumPy in the place of those of JAX."""
    if isinstance(value, Items):
        return replace(value, items=tuple(map(converted, value.items)))
    if isinstance(value, ArrayValue):
        return ArrayValue(value.shape, value.dtype, weak=False, library="numpy")
    return value


def of_either(result: Value | Failure) -> Value | Failure:
    """Return what holds of a result whichever library has made it: its shape, and that the shapes do not fit."""
    if isinstance(result, Failure):
        return UNKNOWN if result.is_of_dtypes else result
    if isinstance(result, Items):
        items = [of_either(item) for item in result.items]
        return replace(result, items=tuple(UNKNOWN if isinstance(item, Failure) else item for item in items))
    return ArrayValue(result.shape, None, None, None) if isinstance(result, ArrayValue) else result
