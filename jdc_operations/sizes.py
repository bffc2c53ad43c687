"""Arithmetic on sizes of which some are unknown or symbols: what cannot be computed is unknown."""

from __future__ import annotations

from collections.abc import Iterable

from jdc_spec.sizes import Derived, Linear, add, cut, derived, factors_of, multiply, named
from jdc_spec.sizes import differ as are_different
from jdc_spec.sizes import product as product_of

from .values import Dim, MistakeError, Shape, exact, show


def differ(one: Dim, other: Dim) -> bool:
    """Return whether two sizes are numbers that differ."""
    return isinstance(one, int) and isinstance(other, int) and one != other


def never_equal(one: Dim, other: Dim) -> bool:
    """Return whether two sizes are numbers that differ, or ``n`` and ``n+1``. Such sizes may still broadcast."""
    if isinstance(one, int | Linear) and isinstance(other, int | Linear):
        return are_different(one, other)
    return False


def common(one: Dim, other: Dim) -> Dim:
    """Return the size that two sizes must both have; they do not differ."""
    return one if isinstance(one, int) or other is None else other


def added(*sizes: Dim) -> Dim:
    """Return the sum."""
    known = [size for size in sizes if isinstance(size, int | Linear)]
    rest = [size for size in sizes if not isinstance(size, int | Linear)]
    total: int | Linear | None = 0
    for size in known:
        total = add(total, size)
    if not rest:
        return total
    return rest[0] if len(rest) == 1 and total == 0 else None


def multiplied(sizes: Iterable[Dim]) -> Dim:
    """Return the product."""
    product = 1
    rest: list[Dim] = []
    for size in sizes:
        if isinstance(size, int):
            product *= size
        else:
            rest.append(size)
    if not rest or product == 0:
        return product
    if len(rest) > 1:
        known = [size for size in rest if isinstance(size, Linear)]
        size = product_of(known) if len(known) == len(rest) else None
        return None if size is None else multiply(product, size)
    size = rest[0]
    if isinstance(size, Linear):
        return multiply(product, size)
    return size if product == 1 else None


def least(size: Dim) -> int:
    """Return a number that a size is at least; those with a name are 1 or more, what is calculated with them 0."""
    if isinstance(size, int):
        return size
    if not isinstance(size, Linear) or any(factor < 0 or isinstance(name, Derived) for name, factor in size.terms):
        return 0
    return max(0, size.constant + sum(factor for _, factor in size.terms))


def shortened(size: Dim, by: int) -> Dim:
    """Return what is left of a size; none of it where it is smaller."""
    if isinstance(size, int):
        return max(0, size - by)
    if not isinstance(size, Linear) or by < 0:
        return None
    return add(size, -by) if by <= least(size) else _clipped(size, by)


def _clipped(size: Linear, by: int) -> Dim:
    """Return what is left of a size that may be smaller than what is taken: ``n-2`` of ``n``, and none of 1."""
    (name, factor), less = size.terms[0], by - size.constant
    if len(size.terms) > 1 or factor != 1 or isinstance(name, Derived):
        return None
    return cut(named(name), less)


def every(size: Dim, by: int) -> Dim:
    """Return how many elements there are where the first of each ``by`` is taken: 3 of 5 by 2."""
    if isinstance(size, int):
        return -(-size // by)
    if not isinstance(size, Linear) or by == 1:
        return size if by == 1 else None
    return derived(f"ceil({{}}/{by})", [size], lambda sizes: -(-sizes[0] // by))


def windows(size: Dim, window: int, stride: int) -> Dim:
    """Return how many windows of a length of 1 or more fit into an axis, one at each ``stride`` elements."""
    if window == 1:
        return every(size, stride)
    if isinstance(size, int):
        return max(0, (size - window) // stride + 1)
    if not isinstance(size, Linear):
        return None
    shown = f"{{}}-{window - 1}" if stride == 1 else f"({{}}-{window})//{stride}+1"
    return derived(shown, [size], lambda sizes: max(0, (sizes[0] - window) // stride + 1))


def factors(sizes: Iterable[Dim]) -> list[Dim]:
    """Return sizes with the factors of products in their places."""
    return [each for size in sizes for each in (factors_of(size) if isinstance(size, Linear) else (size,))]


def smaller(one: Dim, other: Dim) -> Dim:
    """Return the smaller size."""
    if one == other or 0 in (one, other):
        return one if one == other else 0
    return min(one, other) if isinstance(one, int) and isinstance(other, int) else None


def normal_axis(axis: int, shape: Shape, extra: int = 0) -> int:
    """Return the axis counted from the front.

    Raises:
        MistakeError: it is out of range for the shape, to which ``extra`` axes will be added.

    """
    rank = len(shape) + extra
    if not -rank <= axis < rank:
        new = "" if not extra else f" with {extra} new {'axis' if extra == 1 else 'axes'}"
        raise MistakeError(f"axis {axis} is out of range for {show(shape)}{new}")
    return axis % rank if rank else 0


def normal_axes(axes: Iterable[int], shape: Shape, extra: int = 0) -> tuple[int, ...]:
    """Return several axes counted from the front.

    Raises:
        MistakeError: one is out of range, or one is there twice.

    """
    normal = tuple(normal_axis(axis, shape, extra) for axis in axes)
    if len(set(normal)) != len(normal):
        twice = next(axis for axis in normal if normal.count(axis) > 1)
        raise MistakeError(f"axis {twice} is given twice")
    return normal


def replaced(shape: Shape, axis: int, size: Dim) -> Shape:
    """Return the shape with another size on one axis."""
    return (*shape[:axis], size, *shape[axis + 1 :])


def merged(one: Shape | None, other: Shape | None) -> Shape | None:
    """Return what two shapes that are the same must be, where one may know more than the other."""
    if one is None or other is None:
        return one if other is None else other
    return tuple(common(a, b) for a, b in zip(one, other, strict=True))


def total(shape: Shape) -> int | None:
    """Return the number of elements."""
    return exact(multiplied(shape))
