"""``conv_transpose`` of `jax.lax`, a convolution whose strides make an image larger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from .. import literals
from ..arguments import Call, Rule
from ..numbers.elementwise import strict_dtype
from ..promotion import promoted_arrays
from ..sizes import added, differ, multiplied
from ..values import NONE, Dim, Items, MistakeError, Shape, Text, Value, show
from .convolutions import layout_of

_LAYOUTS: Final = {
    2: ("NC", "IO", "NC"),
    3: ("NHC", "HIO", "NHC"),
    4: ("NHWC", "HWIO", "NHWC"),
    5: ("NHWDC", "HWDIO", "NHWDC"),
}


def transposed_convolution(call: Call) -> Value:
    """``conv_transpose(lhs, rhs, strides, padding, ...)``."""
    call.without("preferred_element_type", "rhs_dilation")
    image, kernel = call.array("lhs"), call.array("rhs")
    dtype, weak = promoted_arrays((image, kernel))
    shape = None
    if image.shape is not None and kernel.shape is not None:
        if len(image.shape) != len(kernel.shape):
            raise MistakeError(
                f"{call.name} takes arrays of as many axes: {show(image.shape)} and {show(kernel.shape)}"
            )
        shape = _enlarged(call, image.shape, kernel.shape)
    strict_dtype(call.name, image, kernel)
    return call.result(shape, dtype, False if weak is False else None)


def _enlarged(call: Call, image: Shape, kernel: Shape) -> Shape | None:
    written = call.values["dimension_numbers"]
    layout = _LAYOUTS.get(len(image)) if written is NONE else layout_of(written, len(image))
    is_turned, is_consistent = call.flag("transpose_kernel"), call.flag("use_consistent_padding")
    if layout is None or is_turned is None:
        return None
    lhs, rhs, out = layout
    sizes, window = dict(zip(lhs, image, strict=True)), dict(zip(rhs, kernel, strict=True))
    inputs, outputs = ("O", "I") if is_turned else ("I", "O")
    if differ(sizes["C"], window[inputs]):
        raise MistakeError(
            f"{call.name} of {show(image)} with {show(kernel)}: {sizes['C']} features, expected {window[inputs]}"
        )
    order = [name for name in rhs if name not in "OI"]
    strides, pads = call.integers("strides"), _pads(call.values["padding"], len(order))
    found: dict[str, Dim] = {"N": sizes["N"], "C": window[outputs], **dict.fromkeys(order)}
    if strides is not None and pads is not None and len(strides) == len(order) and is_consistent is False:
        for name, stride, pad in zip(order, strides, pads, strict=True):
            found[name] = _size(sizes[name], window[name], stride, pad)
    return tuple(found[name] for name in out)


def _pads(value: Value, axes: int) -> Sequence[int | str] | None:
    """Return the padding of each axis: ``"SAME"``, ``"VALID"`` or how many places there are at both ends."""
    if isinstance(value, Text):
        return [value.value] * axes if value.value in ("SAME", "VALID") else None
    pairs = (
        [literals.integers(item) for item in value.items if isinstance(item, Items)]
        if isinstance(value, Items)
        else []
    )
    known = [sum(pair) for pair in pairs if pair is not None and len(pair) == 2 and min(pair) >= 0]
    return [*known] if len(known) == axes else None


def _size(size: Dim, window: Dim, stride: int, pad: int | str) -> Dim:
    if not isinstance(window, int) or stride <= 0 or not window or not size:
        return None
    enlarged = multiplied((size, stride))
    if pad == "SAME":
        return enlarged
    if isinstance(pad, str):
        return added(enlarged, max(window - stride, 0))
    room = added(enlarged, 2 - stride + pad - window)
    return room if isinstance(room, int) and room > 0 else None


TRANSPOSED: Final[Mapping[str, tuple[str, Rule]]] = {
    "conv_transpose": (
        "lhs, rhs, strides, padding, rhs_dilation=None, dimension_numbers=None, transpose_kernel=False,"
        " precision=None, preferred_element_type=None, use_consistent_padding=False",
        transposed_convolution,
    ),
}
"""Functions of `jax.lax`, each with its signature."""
