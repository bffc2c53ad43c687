"""``jax.scipy.signal``: convolutions of arrays of as many axes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..sizes import added
from ..values import Dim, MistakeError, Shape, UnclearError, Value, show


def _along(mode: str | None, first: Dim, other: Dim) -> Dim:
    """Return the size of one axis of the result."""
    if mode == "full":
        return added(first, other, -1)
    if mode == "same":
        return first
    if mode != "valid" or not isinstance(first, int) or not isinstance(other, int):
        return None
    return abs(first - other) + 1


def _convolved(axes: int | None) -> Rule:
    """Return the rule of a convolution; ``axes`` is how many its arrays must have."""

    def rule(call: Call) -> Value:
        shapes = [call.array(name).shape for name in ("in1", "in2")]
        for shape in shapes:
            if axes is not None and shape is not None and len(shape) != axes:
                raise MistakeError(f"{call.name} takes arrays of {axes} axes, not {show(shape)}")
        one, other = shapes
        if one is None or other is None:
            return call.result(None, None, None)
        if len(one) != len(other):
            raise MistakeError(f"{call.name} takes arrays of as many axes: {show(one)} and {show(other)}")
        if not one or 0 in (*one, *other):
            raise UnclearError
        return call.result(_shape(call.text("mode"), one, other), None, None)

    return rule


def _shape(mode: str | None, one: Shape, other: Shape) -> Shape:
    if mode != "valid":
        return tuple(_along(mode, *pair) for pair in zip(one, other, strict=True))
    pairs = list(zip(one, other, strict=True))
    known = [first >= second for first, second in pairs if isinstance(first, int) and isinstance(second, int)]
    if len(known) < len(pairs) or (True in known and False in known):
        raise UnclearError  # one array must be at least as large along every axis
    return tuple(_along(mode, *pair) for pair in pairs)


def _of_data(call: Call) -> Value:
    """``detrend(data)``: an array of the same shape."""
    call.only("data", "axis", "type")
    shape = call.array("data").shape
    if shape is None or not shape or 0 in shape:
        raise UnclearError
    return call.result(shape, None, None)


def _by_transform(call: Call) -> Value:
    """``fftconvolve(in1, in2, mode)`` along all axes."""
    call.without("axes")
    return _convolved(None)(call)


_FORM: Final = "in1, in2, mode='full'"
_PLANE: Final = f"{_FORM}, boundary='fill', fillvalue=0, precision=None"

SIGNALS: Final[Mapping[str, tuple[str, Rule]]] = {
    **dict.fromkeys(("convolve", "correlate"), (f"{_FORM}, method='auto', precision=None", _convolved(None))),
    "fftconvolve": (f"{_FORM}, axes=None", _by_transform),
    "detrend": ("data, axis=-1, type='linear', bp=0, overwrite_data=None", _of_data),
    **dict.fromkeys(("convolve2d", "correlate2d"), (_PLANE, _convolved(2))),
}
"""Functions of `jax.scipy.signal`, each with its signature."""
