"""The patterns of einops: ``"b (h two) w -> b h w"``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ..sizes import differ, multiplied
from ..values import Dim, MistakeError, Shape, UnclearError, show

_PART: Final = re.compile(r"\s*(\.\.\.|[()]|[A-Za-z][A-Za-z0-9_]*|[0-9]+)")
_DOTS: Final = "..."


class Side(NamedTuple):
    """The axes on one side of the arrow, in front of dots and behind them, each with the names in it."""

    front: Sequence[Sequence[str]]
    behind: Sequence[Sequence[str]] | None
    """None where there are no dots."""

    @property
    def axes(self) -> Sequence[Sequence[str]]:
        """All axes but those that the dots stand for."""
        return (*self.front, *(self.behind or ()))

    @property
    def names(self) -> Sequence[str]:
        """The names in all axes, without numbers."""
        return [name for axis in self.axes for name in axis if not name.isdigit()]


def sides(pattern: str) -> tuple[Side, Side]:
    """Return both sides of a pattern.

    Raises:
        UnclearError: it is not one that is read here.

    """
    left, arrow, right = pattern.partition("->")
    if not arrow:
        raise UnclearError
    return side(left), side(right)


def side(text: str) -> Side:
    """Return what stands on one side."""
    axes: list[list[str]] = []
    dots_at: int | None = None
    group: list[str] | None = None
    for part in _parts(text.rstrip()):
        if part == _DOTS:
            if group is not None or dots_at is not None:
                raise UnclearError
            dots_at = len(axes)
        elif part == "(":
            if group is not None:
                raise UnclearError
            group = []
        elif part == ")":
            if group is None:
                raise UnclearError
            axes.append(group)
            group = None
        elif group is not None:
            group.append(part)
        else:
            axes.append([part])
    if group is not None:
        raise UnclearError
    found = Side(axes, None) if dots_at is None else Side(axes[:dots_at], axes[dots_at:])
    if len(set(found.names)) < len(found.names):
        raise UnclearError
    return found


def _parts(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        found = _PART.match(text, at)
        if found is None or found[1].endswith("_"):
            raise UnclearError
        yield found[1]
        at = found.end()


def taken_apart(pattern: str, left: Side, shape: Shape, said: Mapping[str, Dim]) -> tuple[dict[str, Dim], Shape]:
    """Return the size of each name on the left, and the axes that the dots stand for.

    Raises:
        MistakeError: an array of this shape does not fit.

    """
    count = len(left.axes)
    if len(shape) != count if left.behind is None else len(shape) < count:
        wanted = f"{count} axes" if left.behind is None else f"{count} axes or more"
        raise MistakeError(f"einops {pattern!r} takes an array with {wanted}, not {show(shape)}")
    end = len(shape) - len(left.behind or ())
    sizes = dict(said)
    for axis, size in zip(left.axes, (*shape[: len(left.front)], *shape[end:]), strict=True):
        _solve(pattern, axis, size, sizes)
    return sizes, shape[len(left.front) : end] if left.behind is not None else ()


def _solve(pattern: str, axis: Sequence[str], size: Dim, sizes: dict[str, Dim]) -> None:
    """Give the names of an axis their sizes."""
    known = [int(name) if name.isdigit() else sizes[name] for name in axis if name.isdigit() or name in sizes]
    open_names = [name for name in axis if not name.isdigit() and name not in sizes]
    if len(open_names) > 1:
        raise UnclearError
    product = multiplied(known)
    if not open_names:
        if differ(product, size):
            raise MistakeError(f"einops {pattern!r}: an axis of {size} is {_shown(axis)} = {product}")
    elif not known:
        sizes[open_names[0]] = size
    elif isinstance(product, int) and isinstance(size, int) and product > 0:
        if size % product:
            raise MistakeError(
                f"einops {pattern!r}: an axis of {size} is {_shown(axis)}, which {product} must divide"
            )
        sizes[open_names[0]] = size // product
    else:
        sizes[open_names[0]] = None


def _shown(axis: Sequence[str]) -> str:
    return axis[0] if len(axis) == 1 else f"({' '.join(axis)})"


def put_together(right: Side, sizes: Mapping[str, Dim], dots: Shape) -> Shape:
    """Return the shape of the right side."""

    def size(axis: Sequence[str]) -> Dim:
        return multiplied(int(name) if name.isdigit() else sizes[name] for name in axis)

    return (*map(size, right.front), *dots, *map(size, right.behind or ()))
