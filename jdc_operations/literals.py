"""Literals of Python as sizes, axes and arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from jdc_spec import dtypes as names

from .dtypes import FLOAT, JAX_SCALARS, NUMPY_SCALARS, adopted, kind_of
from .promotion import promoted_arrays
from .sizes import differ, merged
from .values import (
    NONE,
    UNKNOWN,
    ArrayValue,
    Dim,
    DTypeMistakeError,
    DTypeValue,
    Items,
    Library,
    MistakeError,
    Scalar,
    Shape,
    Text,
    UnclearError,
    Value,
    show,
)

_INT32: Final = range(-(2**31), 2**31)
_NUMPY_INTS: Final = range(-(2**63), 2**63)
_CODES: Final[Mapping[str, str]] = {"i": "int32", "f": "float32", "d": "float64", "?": "bool"}


def scalar_array(value: Scalar, library: Library) -> ArrayValue:
    """Return the array of shape ``()`` that a scalar of Python is to an operation."""
    dtype = (NUMPY_SCALARS if library == "numpy" else JAX_SCALARS)[value.kind]
    number = value.value
    most = _NUMPY_INTS if library == "numpy" else _INT32
    if value.kind == "int" and isinstance(number, int) and not most.start <= number < most.stop:
        return ArrayValue((), None, None, library)
    return ArrayValue((), dtype, value.kind != "bool" and library == "jax", library)


def adopted_array(value: ArrayValue, library: Library) -> ArrayValue:
    """Return an array as an operation of a library sees it: JAX makes 32 bits of 64 in its default mode.

    A dtype of JAX that depends on the mode is not known to NumPy.
    """
    if value.library == library and not isinstance(value.dtype, str):
        return value
    dtype = value.dtype
    if library == "numpy" and value.library == "jax":
        return ArrayValue(value.shape, dtype if isinstance(dtype, str) else None, False, library)
    if isinstance(dtype, str) and library == "jax":
        dtype = adopted(dtype, "jax")
    weak = False if value.library == "numpy" else value.weak
    return ArrayValue(value.shape, dtype, weak, library)


def sequence_name(value: Items) -> str:
    """Return ``a list`` or ``a tuple``."""
    return "a list" if value.is_list else "a tuple"


def nested(value: Value, library: Library, *, is_cast: bool = False) -> ArrayValue:
    """Return what ``array`` makes of scalars, arrays, and lists of them: one known item shows the shape of all.

    ``is_cast`` where the code says the dtype: then the items need none in common.

    Raises:
        MistakeError: the items have shapes that differ.

    """
    if isinstance(value, Scalar):
        return scalar_array(value, library)
    if isinstance(value, ArrayValue):
        return adopted_array(value, library)
    if value is UNKNOWN:
        return ArrayValue(None, None, None, library)
    if not isinstance(value, Items):
        raise UnclearError
    if not value.items:
        return ArrayValue((0,), FLOAT if library == "jax" else "float64", False, library)
    items = [nested(item, library, is_cast=is_cast) for item in value.items]
    shapes = [item.shape for item in items]
    shape = shapes[0]
    for other in shapes[1:]:
        shape = _same(shape, other)
    dtype, weak = (None, None) if is_cast else promoted_arrays(items, library)
    return ArrayValue(
        None if shape is None else (len(items), *shape),
        dtype,
        False if weak is False else None,
        library,
    )


def _same(one: Shape | None, other: Shape | None) -> Shape | None:
    if one is not None and other is not None:
        if len(one) != len(other):
            raise MistakeError("array takes items of one shape; these have different numbers of axes")
        if any(differ(a, b) for a, b in zip(one, other, strict=True)):
            raise MistakeError("array takes items of one shape; these have different sizes")
    return merged(one, other)


def integer(value: Value) -> int | None:
    """Return a whole number, None where it is unknown."""
    if isinstance(value, Scalar):
        return int(value.value) if isinstance(value.value, int) else None
    if isinstance(value, ArrayValue):
        return None
    if isinstance(value, Items | Text | DTypeValue) or value is NONE:
        raise UnclearError
    return None


def size(value: Value) -> Dim:
    """Return a size.

    Raises:
        MistakeError: it is negative.
        UnclearError: it is not a size.

    """
    if isinstance(value, Scalar) and value.kind == "int":
        if isinstance(value.value, int) and value.value < 0:
            raise MistakeError(f"a size cannot be negative: {value.value}")
        return value.value
    if isinstance(value, Items | Text | DTypeValue | Scalar) or value is NONE:
        raise UnclearError
    return None


def one_size(value: Value) -> Dim:
    """Return a size where a tuple, an array of several numbers or a float is a mistake."""
    check_size(value)
    return size(value)


def check_size(value: Value) -> None:
    """Raise a MistakeError for what is no size: a whole shape, an array with axes, a float."""
    if isinstance(value, Items):
        raise MistakeError(f"a size is one whole number, not {sequence_name(value)}")
    if isinstance(value, ArrayValue) and value.shape:
        raise MistakeError(f"a size is one whole number, not an array of {show(value.shape)}")
    _check_dtype_of_size(value)
    if isinstance(value, Scalar) and isinstance(value.value, float):
        raise MistakeError(f"a size is a whole number, not {value.value}")
    if value == Scalar("float"):
        raise MistakeError("a size is a whole number, not a float")


def _check_dtype_of_size(value: Value) -> None:
    if isinstance(value, ArrayValue) and value.shape == () and kind_of(value.dtype) in ("float", "complex"):
        raise DTypeMistakeError(f"a size is a whole number, not a {kind_of(value.dtype)}")


def sizes(value: Value) -> Shape | None:
    """Return a shape that is written as a tuple, a list, one size or an array of sizes."""
    _check_dtype_of_size(value)
    if isinstance(value, Items):
        return tuple(map(one_size, value.items))
    if isinstance(value, Scalar):
        return (one_size(value),)
    return None


def integers(value: Value) -> tuple[int, ...] | None:
    """Return whole numbers that are written as a tuple, a list or one number."""
    if isinstance(value, Items):
        numbers = tuple(map(integer, value.items))
        known = tuple(number for number in numbers if number is not None)
        return known if len(known) == len(numbers) else None
    number = integer(value)
    return None if number is None else (number,)


def spelled(text: str | None) -> str | None:
    """Return the dtype that a string names, or None."""
    return None if text is None else _CODES.get(text) or names.spelled(text)
