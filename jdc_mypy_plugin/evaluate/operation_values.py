"""Between the values of this room and those of `jdc_operations`.

A dtype that depends on ``jax_enable_x64`` is the type of Python here, ``float``, and a pair of dtypes there.
"""

from __future__ import annotations

from typing import Final

from jdc_operations.values import ArrayValue as OperationArray
from jdc_operations.values import DType, Library, ModePair, Value
from jdc_spec.dtypes import EXACT
from jdc_spec.sizes import Linear

from .value import UNKNOWN, ArrayValue, Origin

_PAIRS: Final = {
    "int": ModePair("int32", "int64"),
    "float": ModePair("float32", "float64"),
    "complex": ModePair("complex64", "complex128"),
}
_OF_PAIR: Final = {pair: name for name, pair in _PAIRS.items()}


def some_array(library: Library) -> OperationArray:
    """Return an array of which nothing but the library is known."""
    return OperationArray(library=library)


def result_of(value: Value) -> ArrayValue:
    """Return the result of an operation where it is an array."""
    if not isinstance(value, OperationArray):
        return UNKNOWN
    sizes = (
        None if value.shape is None else (size if isinstance(size, int | Linear) else None for size in value.shape)
    )
    shape = None if sizes is None else tuple(sizes)
    return ArrayValue(shape, _covering(value.dtype), Origin.ARRAY)


def to_operation(value: ArrayValue, library: Library) -> OperationArray:
    """Return an array as an operand."""
    name = value.dtype
    dtype = name if name in EXACT else _PAIRS.get(name or "")
    return OperationArray(value.sizes, dtype, library=library)


def _covering(dtype: DType | None) -> str | None:
    if isinstance(dtype, ModePair):
        return _OF_PAIR.get(dtype)
    return dtype if dtype in EXACT else None
