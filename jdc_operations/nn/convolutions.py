"""Contractions and windows of `jax.lax`: ``conv_general_dilated``, ``dot_general``, ``reduce_window``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from .. import literals
from ..arguments import Call, Rule
from ..numbers.elementwise import strict_dtype
from ..promotion import promoted_arrays
from ..sizes import added, differ, every, windows
from ..values import NONE, ArrayValue, Dim, Items, MistakeError, Shape, Text, UnclearError, Value, show


def window_count(size: Dim, window: Dim, stride: int, pads: tuple[int, int] | str | None, dilation: int = 1) -> Dim:
    """Return how many windows fit in an axis."""
    if size is None or stride <= 0:
        return None
    if pads == "SAME":
        return every(size, stride)
    if not isinstance(window, int) or pads is None or not window or not size:
        return None
    reach = (window - 1) * dilation + 1
    low, high = (0, 0) if isinstance(pads, str) else pads
    if low + high < reach:
        return windows(size, reach - low - high, stride)
    room = added(size, low + high - reach)
    return room // stride + 1 if isinstance(room, int) else added(room, 1) if stride == 1 else None


def _padding(value: Value, axes: int) -> Sequence[tuple[int, int] | str | None] | None:
    """Return the padding of each axis: ``"SAME"``, ``"VALID"`` or numbers."""
    if isinstance(value, Text):
        name = (value.value or "").upper()
        return [name] * axes if name in ("SAME", "VALID") else None
    if not isinstance(value, Items) or len(value.items) != axes:
        return None
    pads: list[tuple[int, int] | str | None] = []
    for item in value.items:
        pair = literals.integers(item) if isinstance(item, Items) else None
        pads.append((pair[0], pair[1]) if pair is not None and len(pair) == 2 else None)
    return pads


def _counts(call: Call, name: str, axes: int) -> tuple[int, ...] | None:
    if call.values[name] is NONE:
        return (1,) * axes
    numbers = call.integers(name)
    return numbers if numbers is not None and len(numbers) == axes else None


def convolution(call: Call) -> Value:
    """``conv_general_dilated(lhs, rhs, window_strides, padding, ...)``."""
    call.without("preferred_element_type", "out_sharding")
    image, kernel = call.array("lhs"), call.array("rhs")
    shapes = image.shape, kernel.shape
    for shape, other in (shapes, shapes[::-1]):
        if shape is not None and other is not None and len(shape) != len(other):
            raise MistakeError(
                f"{call.name} takes arrays of as many axes: {show(image.shape or ())} and {show(other)}"
            )
    strict_dtype(call.name, image, kernel)
    dtype, weak = promoted_arrays((image, kernel))
    shape = None if shapes[0] is None or shapes[1] is None else convolved(call, shapes[0], shapes[1])
    return call.result(shape, dtype, False if weak is False else None)


def layout_of(value: Value, rank: int) -> tuple[str, str, str] | None:
    """Return the dimension numbers as strings: ``("NCHW", "OIHW", "NCHW")``."""
    if value is NONE:
        spatial = "".join(chr(ord("a") + axis) for axis in range(rank - 2))
        return f"NC{spatial}", f"OI{spatial}", f"NC{spatial}"
    if not isinstance(value, Items) or len(value.items) != 3:
        return None
    names = [item.value if isinstance(item, Text) else None for item in value.items]
    known = [name for name in names if name is not None and len(name) == rank and len(set(name)) == rank]
    if len(known) != 3:
        return None
    lhs, rhs, out = known
    fits = {"N", "C"} <= set(lhs) and {"O", "I"} <= set(rhs) and set(out) == set(lhs)
    return (lhs, rhs, out) if fits and set(rhs) - {"O", "I"} == set(lhs) - {"N", "C"} else None


def convolved(call: Call, image: Shape, kernel: Shape) -> Shape | None:
    """Return the shape of a convolution, whose options are the arguments of a call."""
    layout = layout_of(call.values["dimension_numbers"], len(image)) if len(image) >= 2 else None
    groups, batches = (
        call.integer(name) if name in call.values else 1 for name in ("feature_group_count", "batch_group_count")
    )
    if layout is None or batches != 1:
        return None
    lhs, rhs, out = layout
    sizes, window = dict(zip(lhs, image, strict=True)), dict(zip(rhs, kernel, strict=True))
    features = sizes["C"]
    if groups and isinstance(features, int) and isinstance(window["I"], int) and features != window["I"] * groups:
        inputs = f"{window['I']} times {groups} groups" if groups != 1 else str(window["I"])
        raise MistakeError(
            f"{call.name} of {show(image)} with {show(kernel)}: {features} features, expected {inputs}"
        )
    spatial = [name for name in out if name not in "NC"]
    order = [name for name in rhs if name not in "OI"]
    axes = len(order)
    strides = _counts(call, "window_strides", axes)
    if len(call.integers("window_strides") or (1,) * axes) != axes:
        raise MistakeError(
            f"{call.name} of {show(image)} takes {axes} strides, not {len(call.integers('window_strides') or ())}"
        )
    pads = _padding(call.values["padding"], axes)
    lhs_dilation, rhs_dilation = (
        _counts(call, name, axes) if name in call.values else (1,) * axes for name in ("lhs_dilation", "rhs_dilation")
    )
    found: dict[str, Dim] = {"N": sizes["N"], "C": window["O"], **dict.fromkeys(spatial)}
    if strides and pads and rhs_dilation and lhs_dilation == (1,) * axes:
        for place, name in enumerate(order):
            found[name] = window_count(sizes[name], window[name], strides[place], pads[place], rhs_dilation[place])
    return tuple(found[name] for name in out)


def dot_general(call: Call) -> Value:
    """``dot_general(lhs, rhs, ((contract, contract), (batch, batch)))``."""
    call.without("preferred_element_type", "out_sharding", "out_type")
    one, other = call.array("lhs"), call.array("rhs")
    dtype, weak = promoted_arrays((one, other)) if one.dtype == other.dtype else (None, None)
    axes = _dimension_numbers(call.values["dimension_numbers"])
    shape = None
    if one.shape is not None and other.shape is not None and axes is not None:
        shape = _dot_general_shape(one.shape, other.shape, axes)
    return call.result(shape, dtype, False if weak is False else None)


def _dimension_numbers(value: Value) -> list[tuple[int, ...]] | None:
    pairs = value.items if isinstance(value, Items) else ()
    lists = [part for pair in pairs if isinstance(pair, Items) and len(pair.items) == 2 for part in pair.items]
    numbers = [literals.integers(part) for part in lists if isinstance(part, Items)]
    known = [axes for axes in numbers if axes is not None]
    return known if len(known) == 4 else None


def _dot_general_shape(one: Shape, other: Shape, axes: list[tuple[int, ...]]) -> Shape | None:
    contract, with_, batch, batch_with = axes
    if len(contract) != len(with_) or len(batch) != len(batch_with):
        raise MistakeError("dot_general takes as many axes of both operands")
    for used, shape in ((contract + batch, one), (with_ + batch_with, other)):
        if any(not 0 <= axis < len(shape) for axis in used) or len(set(used)) < len(used):
            raise UnclearError
    for kind, pairs in (
        ("contracts", zip(contract, with_, strict=True)),
        ("batches", zip(batch, batch_with, strict=True)),
    ):
        for axis, axis_with in pairs:
            if differ(one[axis], other[axis_with]):
                raise MistakeError(
                    f"dot_general {kind} {one[axis]} with {other[axis_with]}: {show(one)} and {show(other)}"
                )
    return (
        *(one[axis] for axis in batch),
        *(size for axis, size in enumerate(one) if axis not in contract + batch),
        *(size for axis, size in enumerate(other) if axis not in with_ + batch_with),
    )


def batch_matmul(call: Call) -> Value:
    """``batch_matmul(lhs, rhs)``: the last axis with the last but one, and batch axes that are equal."""
    one, other = call.array("lhs"), call.array("rhs")
    if one.shape is None or other.shape is None:
        raise UnclearError
    if len(one.shape) != len(other.shape) or len(one.shape) < 2:
        raise MistakeError(
            f"batch_matmul takes arrays of as many axes, 2 or more: {show(one.shape)} and {show(other.shape)}"
        )
    last = len(one.shape) - 1
    batch = tuple(range(last - 1))
    shape = _dot_general_shape(one.shape, other.shape, [(last,), (last - 1,), batch, batch])
    dtype, weak = promoted_arrays((one, other)) if one.dtype == other.dtype else (None, None)
    return call.result(shape, dtype, False if weak is False else None)


def reduce_window(call: Call) -> Value:
    """``reduce_window(operand, init_value, computation, window_dimensions, ...)`` of one array."""
    call.without("base_dilation", "window_dilation")
    value = call.values["operand"]
    if not isinstance(value, ArrayValue):
        raise UnclearError
    array = call.array("operand")
    shape = array.shape
    if shape is not None:
        axes = len(shape)
        windows, strides = call.integers("window_dimensions"), _counts(call, "window_strides", axes)
        pads = _padding(call.values["padding"], axes)
        if windows is not None and len(windows) != axes:
            raise MistakeError(f"reduce_window takes a window of {axes} sizes for {show(shape)}, not {len(windows)}")
        if windows is None or strides is None or pads is None:
            shape = (None,) * axes
        else:
            shape = tuple(map(window_count, shape, windows, strides, pads))
    return call.result(shape, array.dtype, None)


_STRIDES: Final = "lhs, rhs, window_strides, padding, "
CONVOLUTIONS: Final[Mapping[str, tuple[str, Rule]]] = {
    "conv_general_dilated": (
        f"{_STRIDES}lhs_dilation=None, rhs_dilation=None, dimension_numbers=None, feature_group_count=1,"
        " batch_group_count=1, precision=None, preferred_element_type=None, out_sharding=None",
        convolution,
    ),
    "conv_with_general_padding": (
        f"{_STRIDES}lhs_dilation, rhs_dilation, precision=None, preferred_element_type=None, *,"
        " dimension_numbers=None",
        convolution,
    ),
    "conv": (
        "lhs, rhs, window_strides, padding, precision=None, preferred_element_type=None, *, dimension_numbers=None",
        convolution,
    ),
    "dot_general": (
        "lhs, rhs, dimension_numbers, precision=None, preferred_element_type=None, out_type=None, *,"
        " out_sharding=None",
        dot_general,
    ),
    "batch_matmul": ("lhs, rhs, precision=None", batch_matmul),
    "reduce_window": (
        "operand, init_value, computation, window_dimensions, window_strides, padding, base_dilation=None,"
        " window_dilation=None",
        reduce_window,
    ),
}
"""Functions of `jax.lax`, each with its signature."""
