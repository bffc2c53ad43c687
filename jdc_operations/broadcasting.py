"""How shapes broadcast."""

from __future__ import annotations

from collections.abc import Sequence

from .sizes import differ
from .values import Dim, MistakeError, Shape, show


def broadcast(*shapes: Shape | None) -> Shape | None:
    """Return the shape that shapes broadcast to; None where the number of axes is unknown.

    Raises:
        MistakeError: two shapes have sizes on one axis that differ and are not 1.

    """
    known = [shape for shape in shapes if shape is not None]
    if len(known) == 1 or (len(known) > 1 and known.count(known[0]) == len(known) and None not in known[0]):
        return known[0] if len(known) == len(shapes) else None
    result: list[Dim] = []
    for back in range(1, max(map(len, known), default=0) + 1):
        sizes = [shape[-back] for shape in known if len(shape) >= back]
        result.append(_together(sizes, known, back))
    return tuple(reversed(result)) if len(known) == len(shapes) else None


def _together(sizes: Sequence[Dim], shapes: Sequence[Shape], back: int) -> Dim:
    """Return the size of one axis. A size that is not 1 wins: what is unknown must be that or 1."""
    found: Dim = 1
    for size in sizes:
        if not isinstance(size, int) or size == 1:
            continue
        if differ(found, size) and found != 1:
            one, other = (next(s for s in shapes if len(s) >= back and s[-back] == n) for n in (found, size))
            raise MistakeError(f"cannot broadcast {show(one)} with {show(other)}: axis -{back} is {found} and {size}")
        found = size
    if found != 1:
        return found
    vague = [size for size in sizes if not isinstance(size, int)]
    is_one = len({str(size) for size in vague}) == 1  # names of one spelling are one size, or the operation raises
    return vague[0] if is_one else (None if vague else 1)


def broadcast_to(shape: Shape, target: Shape) -> Shape:
    """Return the shape that an array of ``shape`` has once it is broadcast to ``target``.

    Raises:
        MistakeError: it cannot be.

    """
    if len(shape) > len(target):
        raise MistakeError(f"cannot broadcast {show(shape)} to {show(target)}, which has fewer axes")
    for back, (have, want) in enumerate(zip(reversed(shape), reversed(target), strict=False), start=1):
        if differ(have, want) and have != 1:
            raise MistakeError(f"cannot broadcast {show(shape)} to {show(target)}: axis -{back} is {have} and {want}")
    return target


def without_ones_in_front(shape: Shape, target: Shape) -> Shape:
    """Return a shape without the axes that NumPy leaves out where it puts an array into a place with fewer.

    They have the size 1, or one that is not known.
    """
    while len(shape) > len(target) and not differ(shape[0], 1):
        shape = shape[1:]
    return shape
