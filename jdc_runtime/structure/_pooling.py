"""Pooling over the spatial axes, which are the last ones, as in torch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import jax
import jax.numpy as jnp
import numpy as np

from ._jax_functions import computing_dtype, filled, limits
from ._windows import Padding, Size, checked_padding, pad_pairs, per_axis


def max_pool(
    x: jax.Array, window: Size, *, stride: Size | None = None, padding: Padding = 0, dilation: Size = 1
) -> jax.Array:
    """Return the largest value of each window; padding is ``-inf``, or the least integer.

    Args:
        x: ``(batch, channels, *spatial)``, or any leading axes where ``window`` has a size for each spatial axis.
        window: its size on each spatial axis.
        stride: from window to window; the size of the window unless given.
        padding: "SAME", "VALID", an integer, or for each axis an integer or a pair (before, after).
        dilation: from element to element of a window.

    Raises:
        ValueError: arguments that do not fit the spatial axes of ``x``, such as a window that is larger.

    """
    if jnp.issubdtype(x.dtype, jnp.integer):
        least: Any = limits(x.dtype).min
    else:
        least = False if x.dtype == jnp.bool_ else -jnp.inf
    return _Windows(x, window, stride, padding, dilation).reduce(x, least, jax.lax.max)


def avg_pool(
    x: jax.Array,
    window: Size,
    *,
    stride: Size | None = None,
    padding: Padding = 0,
    count_include_pad: bool = True,
) -> jax.Array:
    """Return the mean of each window; padding counts as zeros, or not at all with ``count_include_pad=False``.

    The other arguments are those of `max_pool`. Integers become floating, and sums are float32 or wider. Not counted,
    padding alone gives NaN.
    """
    dtype, wide = computing_dtype(x)
    windows = _Windows(x, window, stride, padding, 1)
    total = windows.reduce(x.astype(wide), 0.0, jax.lax.add)
    if count_include_pad:
        return (total / windows.elements).astype(dtype)
    return (total / windows.reduce(filled(x.shape, 1, wide), 0.0, jax.lax.add)).astype(dtype)


def pool(  # noqa: PLR0913 - as many as a window has
    x: jax.Array,
    window: Size,
    reduce: Callable[[jax.Array, jax.Array], jax.Array],
    start: complex,
    *,
    stride: Size | None = None,
    padding: Padding = 0,
    dilation: Size = 1,
) -> jax.Array:
    """Reduce each window with a function of two arrays: ``pool(x, 3, jax.lax.min, jnp.inf)``.

    Args:
        x: as in `max_pool`, and so are the other arguments.
        window: its size on each spatial axis.
        reduce: an associative function, such as `jax.lax.add`; JAX has the gradient of ``add``, ``max`` and ``min``.
        start: the number that ``reduce`` starts from and that padding holds: the neutral one, which is 0 for ``add``,
            1 for ``mul`` and infinity for ``min``.
        stride: from window to window; the size of the window unless given.
        padding: "SAME", "VALID", an integer, or for each axis an integer or a pair (before, after).
        dilation: from element to element of a window.

    Raises:
        ValueError: arguments that do not fit the spatial axes of ``x``.
        TypeError: a ``start`` that an array of the dtype of ``x`` cannot hold.

    """
    if jnp.result_type(x.dtype, start) != x.dtype:
        raise TypeError(
            f"pool: start is {start!r}, of {type(start).__name__}, which x of {x.dtype} cannot hold; write "
            "x.astype(float), or another start"
        )
    return _Windows(x, window, stride, padding, dilation).reduce(x, start, reduce)


class _Windows:
    """Windows over the last axes of an array."""

    def __init__(self, x: jax.Array, window: Size, stride: Size | None, padding: Padding, dilation: Size) -> None:
        axes = x.ndim - 2 if isinstance(window, int) else len(window)
        if axes < 1 or axes > x.ndim:
            raise ValueError(f"a window of {window!r} does not fit x of shape {x.shape}: (batch, channels, *spatial)")
        size = per_axis("window", window, axes)
        step = size if stride is None else per_axis("stride", stride, axes)
        gap = per_axis("dilation", dilation, axes)
        pads = pad_pairs(checked_padding(padding, axes), x.shape[-axes:], size, step, gap)
        _check_fit(x.shape, size, gap, pads)
        leading = x.ndim - axes
        self.elements = int(np.prod(size))
        self._size = (1,) * leading + size
        self._step = (1,) * leading + step
        self._gap = (1,) * leading + gap
        self._pads = ((0, 0),) * leading + pads

    def reduce(self, x: jax.Array, start: Any, by: Any) -> jax.Array:
        start = np.asarray(start, x.dtype)  # no jax.Array: JAX knows the gradient of a constant start alone
        reduced: jax.Array = cast("Any", jax.lax).reduce_window(
            x, start, by, self._size, self._step, self._pads, window_dilation=self._gap
        )
        return reduced


def _check_fit(
    shape: tuple[int, ...],
    size: tuple[int, ...],
    gap: tuple[int, ...],
    pads: tuple[tuple[int, int], ...],
) -> None:
    """Check that there is a window on each axis."""
    spatial = shape[-len(size) :]
    for length, count, dilation, (before, after) in zip(spatial, size, gap, pads, strict=True):
        if before + length + after <= (count - 1) * dilation:
            raise ValueError(f"a window of {size} does not fit x of shape {shape}: it is larger, with its padding")
