"""Methods and properties of arrays, and of ``x.at[...]``, as functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from .dtypes import kind_of, lifted, to_real
from .shaping.axes import matrix_transposed
from .shaping.indexing import indexed, updated
from .sizes import multiplied
from .values import ArrayValue, DTypeValue, Items, Scalar, Text, UnclearError, Value

FUNCTIONS: Final[Mapping[str, str]] = {
    name: name
    for name in [
        "all",
        "any",
        "argmax",
        "argmin",
        "argsort",
        "astype",
        "clip",
        "conj",
        "conjugate",
        "copy",
        "cumprod",
        "cumsum",
        "diagonal",
        "dot",
        "max",
        "mean",
        "min",
        "nonzero",
        "prod",
        "ptp",
        "ravel",
        "repeat",
        "reshape",
        "round",
        "searchsorted",
        "sort",
        "squeeze",
        "std",
        "sum",
        "swapaxes",
        "take",
        "trace",
        "transpose",
        "var",
    ]
} | {"flatten": "ravel"}
"""Methods that are functions of `jax.numpy` with the array as the first argument, and the function's name."""

NUMPY_IN_PLACE: Final = frozenset(("sort",))
"""Methods that change an array of NumPy and return None."""

_UPDATES: Final = frozenset(("set", "add", "subtract", "mul", "multiply", "min", "max"))

_CALCULATED: Final = frozenset(("divide", "power"))
"""Those whose result may have another dtype than the array."""


def spread_arguments(name: str, positional: Sequence[Value]) -> list[Value]:
    """Return the arguments of ``x.reshape(2, 3)`` and ``x.transpose(1, 0)`` with the numbers as one tuple."""
    if name in ("reshape", "transpose") and positional and not (len(positional) == 1 and not _number(positional[0])):
        return [Items(tuple(positional))]
    return list(positional)


def _number(value: Value) -> bool:
    return isinstance(value, Scalar)


def array_property(array: ArrayValue, name: str) -> Value:
    """Return a property of an array.

    Raises:
        UnclearError: nothing is known of it.

    """
    shape = array.shape
    if name in ("T", "mT"):
        made = None if shape is None else shape[::-1] if name == "T" else matrix_transposed("mT", shape)
        return replace(array, shape=made)
    if name in ("real", "imag") and kind_of(array.dtype) is not None:
        return replace(array, dtype=lifted(to_real, array.dtype))
    if name == "dtype" and isinstance(array.dtype, str):
        return DTypeValue(array.dtype)
    if name not in ("shape", "ndim", "size") or shape is None:
        raise UnclearError
    if name == "shape":
        return Items(tuple(Scalar("int", size) for size in shape))
    return Scalar("int", len(shape) if name == "ndim" else multiplied(shape))


def update(array: ArrayValue, index: Value, method: str, arguments: Sequence[Value]) -> Value:
    """Return what a method of ``x.at[index]`` returns."""
    if method == "get":
        return indexed(array, index)
    if method == "apply" and len(arguments) == 1:
        indexed(array, index)
        return replace(array, weak=None, dtype=None)
    if method not in (*_UPDATES, *_CALCULATED) or len(arguments) != 1:
        raise UnclearError
    (values,) = arguments
    if isinstance(values, Text):
        raise UnclearError
    made = updated(array, index, values)
    return replace(made, weak=None, dtype=None) if method in _CALCULATED else made
