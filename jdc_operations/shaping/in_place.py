"""Statements that change an array of NumPy: ``a += b`` and ``a[index] = b``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..broadcasting import broadcast_to, without_ones_in_front
from ..values import (
    UNKNOWN,
    ArrayValue,
    Dim,
    DTypeMistakeError,
    Failure,
    MistakeError,
    Scalar,
    Shape,
    Value,
    failure_of,
    show,
)

Operator = Callable[[str, Value, Value], Value | Failure]

_KINDS: Final = ("bool", "uint", "int", "float", "complex")
"""The kinds of dtypes: NumPy writes those of an earlier kind into arrays of a later one, and of the same."""


def in_place(operator: str, target: Value, value: Value, apply: Operator) -> Value | Failure:
    """Return what ``target operator= value`` leaves in ``target``; ``apply`` evaluates the operator alone.

    An array of NumPy keeps its shape and dtype. Everything else is given the result: a number of NumPy, which to
    the rules is an array without axes, may be either.
    """
    result = apply(operator, target, value)
    is_numpy = isinstance(target, ArrayValue) and target.library != "jax"
    if not is_numpy or isinstance(result, Failure) or not isinstance(target, ArrayValue):
        return result
    if target.shape is None or target.shape == () or operator == "@" or not isinstance(value, ArrayValue | Scalar):
        return UNKNOWN
    try:
        if isinstance(result, ArrayValue):
            _fit(target, result, operator)
    except MistakeError as mistake:
        return failure_of(mistake)
    return target if target.library == "numpy" else UNKNOWN


def assigned(part: Value | Failure, value: Value) -> Failure | None:
    """Return why an array cannot be assigned to ``part``, which is some array of NumPy indexed; None where it may."""
    if not isinstance(part, ArrayValue) or not isinstance(value, ArrayValue):
        return None
    if part.library != "numpy" or part.shape is None or value.shape is None:
        return None
    shape = without_ones_in_front(value.shape, part.shape)
    try:
        broadcast_to(shape, part.shape)
    except MistakeError:
        return Failure(f"cannot assign an array of shape {show(value.shape)} to a part of shape {show(part.shape)}")
    return None


def _fit(target: ArrayValue, result: ArrayValue, operator: str) -> None:
    """Find out that a result cannot be written into an array."""
    if result.shape is not None and target.shape is not None and _grows(target.shape, result.shape):
        raise MistakeError(
            f"cannot write the result of {operator}=, of shape {show(result.shape)}, into an array of shape "
            f"{show(target.shape)}"
        )
    if not isinstance(result.dtype, str) or not isinstance(target.dtype, str):
        return
    have, want = _kind(result.dtype), _kind(target.dtype)
    if have in _KINDS and want in _KINDS and _KINDS.index(have) > _KINDS.index(want):
        raise DTypeMistakeError(
            f"cannot write the result of {operator}=, of dtype {result.dtype}, into an array of dtype {target.dtype}"
        )


def _grows(target: Shape, result: Shape) -> bool:
    """Return whether an operation with an array has more axes than it, or an axis of 1 has become longer."""
    if len(result) > len(target):
        return True
    return any(have == 1 and _is_longer(made) for have, made in zip(target, result, strict=False))


def _is_longer(size: Dim) -> bool:
    return isinstance(size, int) and size != 1


def _kind(dtype: str) -> str:
    return "float" if dtype == "bfloat16" else dtype.rstrip("0123456789")
