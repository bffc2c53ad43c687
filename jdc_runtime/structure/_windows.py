"""Arguments of sliding windows, one value for all spatial axes or one for each, in one form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, cast

import jax

Size: TypeAlias = int | Sequence[int]
Padding: TypeAlias = str | int | Sequence[int | tuple[int, int]]


def per_axis(name: str, value: Size, axes: int, *, least: int = 1) -> tuple[int, ...]:
    """Return one integer for each of ``axes`` axes."""
    values = (value,) * axes if isinstance(value, int) else tuple(value)
    if len(values) != axes or any(v < least for v in values):
        raise ValueError(
            f"{name} is {value!r}, expected an integer of at least {least}, or {axes} of them, one for each axis"
        )
    return values


def checked_padding(padding: Padding, axes: int) -> str | tuple[tuple[int, int], ...]:
    """Return "SAME", "VALID" or a pair (before, after) for each axis."""
    if isinstance(padding, str):
        if padding.upper() not in ("SAME", "VALID"):
            raise ValueError(f'padding is {padding!r}, expected "SAME", "VALID", an integer, or one for each axis')
        return padding.upper()
    values = (padding,) * axes if isinstance(padding, int) else tuple(padding)
    pairs = tuple((v, v) if isinstance(v, int) else v for v in values)
    if len(pairs) != axes or any(len(pair) != 2 or min(pair) < 0 for pair in pairs):
        raise ValueError(
            f"padding is {padding!r}, expected an integer or, for each of {axes} axes, an integer or a pair "
            "(before, after), none below 0"
        )
    return pairs


def pad_pairs(
    padding: str | tuple[tuple[int, int], ...],
    shape: Sequence[int],
    window: Sequence[int],
    stride: Sequence[int],
    dilation: Sequence[int],
) -> tuple[tuple[int, int], ...]:
    """Return what "SAME" or "VALID" mean for these windows; pairs as they are."""
    if not isinstance(padding, str):
        return padding
    reach = [(size - 1) * gap + 1 for size, gap in zip(window, dilation, strict=True)]
    pairs = cast("Sequence[tuple[int, int]]", jax.lax.padtype_to_pads(shape, reach, stride, padding))
    return tuple(pairs)
