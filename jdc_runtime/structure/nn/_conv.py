"""Convolution over one, two or three spatial axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp

from .._tree import fill_tree
from .._windows import Padding, Size, checked_padding, per_axis
from ._checks import LayerInputError, positive, size_of_axis
from ._initial import weight_and_bias

if TYPE_CHECKING:
    from .._tree import Config, Module, StructureTree

_SPATIAL = "DHW"


def Conv(  # noqa: N802, PLR0913 - as many as torch has
    in_channels: int,
    out_channels: int,
    kernel_size: Size,
    *,
    stride: Size = 1,
    padding: Padding = 0,
    dilation: Size = 1,
    groups: int = 1,
    bias: bool = True,
    dtype: Any = None,
    rng: jax.Array | int | None = None,
) -> Module:
    """Convolution of ``(batch, channels, *spatial)``, with as many spatial axes as ``kernel_size`` has numbers.

    Params: ``weight`` ``(out_channels, in_channels / groups, *kernel_size)`` and ``bias`` ``(out_channels,)``, both
    uniform within ``1 / sqrt(inputs of one output)``.

    Args:
        in_channels: channels of the input.
        out_channels: channels of the output.
        kernel_size: one number for each spatial axis, one to three; an integer means two axes.
        stride: an integer, or one for each spatial axis; so is ``dilation``.
        padding: "SAME" (as many outputs as ``input / stride``, rounded up), "VALID" (none), an integer, or for each
            axis an integer or a pair (before, after).
        dilation: from element to element of the kernel.
        groups: how many convolutions side by side the channels are divided among.
        bias: whether there is one.
        dtype: of the parameters.
        rng: for the initial values.

    Raises:
        ValueError: sizes that do not fit each other.

    """
    positive("Conv", in_channels=in_channels, out_channels=out_channels, groups=groups)
    axes = 2 if isinstance(kernel_size, int) else len(kernel_size)
    if not 1 <= axes <= len(_SPATIAL):
        raise ValueError(
            f"Conv: kernel_size is {kernel_size!r}, expected one to three numbers, or an integer for two"
        )
    if in_channels % groups or out_channels % groups:
        raise ValueError(
            f"Conv: groups={groups} must divide in_channels={in_channels} and out_channels={out_channels}"
        )
    kernel = per_axis("kernel_size", kernel_size, axes)
    aux = {
        "stride": per_axis("stride", stride, axes),
        "padding": checked_padding(padding, axes),
        "dilation": per_axis("dilation", dilation, axes),
        "groups": groups,
    }
    params = weight_and_bias(rng, (out_channels, in_channels // groups, *kernel), bias=bias, dtype=dtype)
    return fill_tree({"params": params, "aux": aux, "apply": apply_conv}), {}


def apply_conv(tree: StructureTree, _config: Config, x: jax.Array) -> tuple[StructureTree, jax.Array]:
    """Apply `Conv` to ``(batch, in_channels, *spatial)``."""
    params, aux = tree["params"], tree["aux"]
    weight = params["weight"]
    axes = weight.ndim - 2
    if x.ndim != weight.ndim:
        raise LayerInputError(
            f"Conv: x of shape {x.shape} has {x.ndim} axes, expected {weight.ndim}: batch, channels and {axes} "
            f"spatial, since kernel_size is {weight.shape[2:]}"
        )
    size_of_axis("Conv", x, 1, weight.shape[1] * aux["groups"], "in_channels")
    dtype = jnp.result_type(x, weight)
    spatial = _SPATIAL[-axes:]
    y = jax.lax.conv_general_dilated(
        x.astype(dtype),
        weight.astype(dtype),
        window_strides=aux["stride"],
        padding=aux["padding"],
        rhs_dilation=aux["dilation"],
        dimension_numbers=(f"NC{spatial}", f"OI{spatial}", f"NC{spatial}"),
        feature_group_count=aux["groups"],
    )
    if not all(y.shape[2:]):
        raise LayerInputError(
            f"Conv: x of shape {x.shape} is smaller, with its padding, than a kernel of {weight.shape[2:]} and "
            f"dilation {aux['dilation']}"
        )
    return tree, y + params["bias"].reshape(-1, *(1,) * axes) if "bias" in params else y
