"""Layers of equinox and flax with windows: convolutions and pools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ..arguments import Call, Rule
from ..values import NONE, ArrayValue, Dim, Items, MistakeError, Scalar, Shape, Text, UnclearError, Value, exact, show
from .convolutions import convolved, window_count

_LETTERS: Final = "XYZ"
_ONE: Final = Scalar("int", 1)


def _each(value: Value, axes: int) -> Value:
    """Return an option for each axis, where one number stands for all."""
    if value is NONE:
        return Items((_ONE,) * axes)
    return Items((value,) * axes) if isinstance(value, Scalar) else value


def _pads(value: Value, axes: int) -> Value:
    """Return padding as `jax.lax` takes it: a number stands for both ends of an axis."""
    spread = _each(value, axes)
    if not isinstance(spread, Items):
        return spread
    return Items(tuple(Items((each, each)) if isinstance(each, Scalar) else each for each in spread.items))


def _kernel(value: Value, axes: int | None) -> Sequence[Dim]:
    """Return the sizes of a window."""
    if isinstance(value, Scalar):
        return (exact(value.value),) * (axes or 1)
    if not isinstance(value, Items) or (axes is not None and len(value.items) != axes):
        raise UnclearError
    return tuple(exact(each.value) if isinstance(each, Scalar) else None for each in value.items)


class _Options(NamedTuple):
    """How a library calls the options of a convolution."""

    strides: str
    dilation: str
    groups: str


_EQUINOX: Final = _Options("stride", "dilation", "groups")
_FLAX: Final = _Options("strides", "kernel_dilation", "feature_group_count")


def _made(call: Call, shape: Shape, kernel: Shape, layout: Sequence[str], names: _Options) -> Shape | None:
    """Return the shape that a convolution gives, with a batch of one in front."""
    axes = len(shape) - 2
    padding = call.values["padding"]
    options: dict[str, Value] = {
        "dimension_numbers": Items(tuple(map(Text, layout))),
        "window_strides": _each(call.values[names.strides], axes),
        "rhs_dilation": _each(call.values[names.dilation], axes),
        "padding": padding if isinstance(padding, Text) else _pads(padding, axes),
        "feature_group_count": call.values[names.groups],
    }
    return convolved(Call(call.name, options, frozenset(), "jax"), shape, kernel)


def _grouped(size: Dim, groups: Value) -> Dim:
    """Return the features of a kernel for each group."""
    count = groups.value if isinstance(groups, Scalar) else None
    return size // count if isinstance(size, int) and isinstance(count, int) and count and not size % count else None


def channels_first(axes: int | None) -> Rule:
    """Return the rule of ``Conv`` of equinox, of one example."""

    def rule(call: Call) -> Value:
        spatial = call.integer("num_spatial_dims") if axes is None else axes
        shape = call.array("x").shape
        if spatial is None or not 0 < spatial <= len(_LETTERS):
            raise UnclearError
        if shape is None:
            return call.result(None, None, None)
        if len(shape) != spatial + 1:
            raise MistakeError(f"{call.name} takes arrays of {spatial + 1} axes, not {show(shape)}")
        letters = _LETTERS[:spatial]
        ins = _grouped(call.size("in_channels"), call.values["groups"])
        kernel = (call.size("out_channels"), ins, *_kernel(call.values["kernel_size"], spatial))
        layout = (f"NC{letters}", f"OI{letters}", f"NC{letters}")
        made = _made(call, (1, *shape), kernel, layout, _EQUINOX)
        is_plain = call.values["padding_mode"] == Text("ZEROS")
        return call.result(None if made is None or not is_plain else made[1:], None, None)

    return rule


def channels_last(ins: str | None, outs: str) -> Rule:
    """Return the rule of ``Conv`` of flax, of a batch; the options have the features of its input and result."""

    def rule(call: Call) -> Value:
        call.without("input_dilation", "mask")
        shape, window = call.array("x").shape, _kernel(call.values["kernel_size"], None)
        spatial = len(window)
        if shape is None or not 0 < spatial <= len(_LETTERS):
            raise UnclearError
        if len(shape) <= spatial:
            raise MistakeError(f"{call.name} takes arrays of {spatial + 1} axes and more, not {show(shape)}")
        front = shape[: -spatial - 1]
        letters = _LETTERS[:spatial]
        features = shape[-1] if ins is None else call.size(ins)
        kernel = (*window, _grouped(features, call.values["feature_group_count"]), call.size(outs))
        layout = (f"N{letters}C", f"{letters}IO", f"N{letters}C")
        made = _made(call, (1, *shape[-spatial - 1 :]), kernel, layout, _FLAX)
        return call.result(None if made is None else (*front, *made[1:]), None, None)

    return rule


def pooled_first(axes: int) -> Rule:
    """Return the rule of ``MaxPool2d`` of equinox and its relatives, of one example."""

    def rule(call: Call) -> Value:
        shape = call.array("x").shape
        if shape is None:
            return call.result(None, None, None)
        if len(shape) != axes + 1:
            raise MistakeError(f"{call.name} takes arrays of {axes + 1} axes, not {show(shape)}")
        if call.flag("use_ceil") is not False:
            raise UnclearError
        found = _windows(call, shape[1:], _kernel(call.values["kernel_size"], axes), call.values["stride"])
        return call.result((shape[0], *found), None, None)

    return rule


def pooled_last(call: Call) -> Value:
    """``max_pool(x, (2, 2), strides=(2, 2))`` of flax, with features last."""
    array, window = call.array("inputs"), _kernel(call.values["window_shape"], None)
    shape, axes = array.shape, len(window)
    if isinstance(call.values["window_shape"], Scalar) or shape is None:
        raise UnclearError
    if len(shape) <= axes:
        raise MistakeError(f"{call.name} takes arrays of {axes + 1} axes and more, not {show(shape)}")
    found = _windows(call, shape[-axes - 1 : -1], window, call.values["strides"])
    return ArrayValue((*shape[: -axes - 1], *found, shape[-1]), None, None)


def _windows(call: Call, sizes: Shape, window: Sequence[Dim], strides: Value) -> Shape:
    """Return how many windows fit in each axis; padding is a name, or numbers for each axis."""
    axes = len(sizes)
    steps, padding = _each(strides, axes), call.values["padding"]
    ends = _pads(padding, axes)
    if not isinstance(steps, Items):
        raise UnclearError
    if len(steps.items) != axes:
        raise MistakeError(f"{call.name} takes strides as long as the window: {len(steps.items)} and {axes}")
    return tuple(
        window_count(size, width, _number(step) or 0, _ends(padding if isinstance(padding, Text) else ends, axis))
        for axis, (size, width, step) in enumerate(zip(sizes, window, steps.items, strict=True))
    )


def _number(value: Value) -> int | None:
    return exact(value.value) if isinstance(value, Scalar) else None


def _ends(padding: Value, axis: int) -> tuple[int, int] | str | None:
    """Return the padding of one axis."""
    if isinstance(padding, Text):
        return padding.value if padding.value in ("SAME", "VALID") else None
    pair = padding.items[axis] if isinstance(padding, Items) and axis < len(padding.items) else None
    numbers = [_number(each) for each in pair.items] if isinstance(pair, Items) else []
    known = [number for number in numbers if number is not None]
    return (known[0], known[1]) if len(known) == len(numbers) == 2 else None
