"""Arguments of which parts are forgotten: an answer on these must hold for the call that they come from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from operations.oracle import symbol

from jdc_operations import UNKNOWN, ArrayValue, Items, Scalar, SliceValue, Text, Value

if TYPE_CHECKING:
    from operations.choices import Choices


def blurred(value: Value, choose: Choices) -> Value:
    """Return a value that knows as much or less."""
    if choose.chance(0.06):
        return UNKNOWN
    if isinstance(value, ArrayValue):
        return _array(value, choose)
    if isinstance(value, Scalar):
        return _scalar(value, choose)
    if isinstance(value, Items):
        return replace(value, items=tuple(blurred(item, choose) for item in value.items))
    if isinstance(value, SliceValue):
        return SliceValue(*(blurred(part, choose) for part in (value.start, value.stop, value.step)))
    if isinstance(value, Text) and choose.chance(0.1):
        return Text(None)
    return value


def _array(value: ArrayValue, choose: Choices) -> ArrayValue:
    shape = value.shape
    if shape is not None:
        shape = None if choose.chance(0.15) else tuple(_dim(size, choose) for size in shape)
    return ArrayValue(
        shape,
        None if choose.chance(0.15) else value.dtype,
        None if choose.chance(0.2) else value.weak,
        value.library,
    )


def _dim(size: object, choose: Choices) -> object:
    if choose.chance(0.75) or not isinstance(size, int):
        return size
    return None if not size or choose.chance(0.5) else symbol(size)


def _scalar(value: Scalar, choose: Choices) -> Scalar:
    if choose.chance(0.75):
        return value
    symbolic = value.kind == "int" and isinstance(value.value, int) and value.value > 0 and choose.chance(0.5)
    return Scalar(value.kind, symbol(value.value) if symbolic and isinstance(value.value, int) else None)
