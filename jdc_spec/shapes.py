"""Shape patterns: what ``(..., 28, 28)`` or ``"batch 28 28"`` accepts, and which axes ``...`` stands for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from jdc_spec.sizes import Dim, Linear, differ

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jdc_spec.bindings import Bindings

Shape = tuple[Dim, ...]


def show(shape: Iterable[Dim]) -> str:
    """Write a shape as Python writes it, ``?`` for an unknown size."""
    sizes = ["?" if size is None else str(size) for size in shape]
    return f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"


@dataclass(frozen=True, slots=True)
class Broadcasting:
    """An axis that may have the size 1 instead, ``#n``."""

    size: Dim


Axis = Dim | Broadcasting
"""The size that a pattern asks of one axis; None where every size will do."""


@dataclass(frozen=True, slots=True)
class Variadic:
    """Any number of axes: ``...``, or by a name, ``*batch``."""

    name: str | None = None
    is_broadcasting: bool = False


ANY_AXES: Final = Variadic()


class _Place(NamedTuple):
    """An axis of a pattern, and the size that a shape has there."""

    axis: int
    """Counted from the end, and negative, where the pattern has axes of any number before it."""
    found: Dim
    expected: Axis


@dataclass(frozen=True, slots=True)
class ShapePattern:
    """Axes one by one with any number of axes between them: ``prefix``, then ``variadic``, then ``suffix``.

    A pattern in ``Annotated`` always has batch axes: where it writes no ``...``, they lead
    (jax_dataclasses reads ``(28, 28)`` as ``(..., 28, 28)``). All fields of an object share them. In a string of
    jaxtyping ``...`` is just any axes, and ``"28 28"`` is exactly two.
    """

    prefix: tuple[Axis, ...]
    suffix: tuple[Axis, ...]
    variadic: Variadic | None = ANY_AXES
    """None where the number of axes is that of ``prefix``."""
    text: str | None = None
    """The string that the pattern was read from; None where it is a tuple."""

    def __str__(self) -> str:
        if self.text is not None:
            return f'"{self.text}"'
        name = None if self.variadic is None else self.variadic.name
        axes = [*map(_shown, self.prefix), "..." if name is None else f"*{name}", *map(_shown, self.suffix)]
        return f"({axes[0]},)" if len(axes) == 1 else f"({', '.join(axes)})"

    @property
    def has_batch_axes(self) -> bool:
        """Return whether ``...`` stands for the axes that all fields of an object share."""
        return self.text is None

    def disagreement(self, shape: Shape, bindings: Bindings | None = None) -> str | None:
        """Say where ``shape`` cannot match, as ``axis -1 is 27, expected 28``; None where it can.

        With ``bindings``, what the fields of one object make of the names, a name has one size everywhere.
        """
        fixed = len(self.prefix) + len(self.suffix)
        if self.variadic is None and len(shape) != fixed:
            return f"it has {_axes(len(shape))}, {fixed} expected"
        if len(shape) < fixed:
            return f"it has {_axes(len(shape))}, at least {fixed} expected"
        where = _differing(self.places(shape), bindings)
        if where is None and bindings is not None and self.variadic is not None:
            return bindings.disagreement_of(self.variadic, self.batch_axes(shape))
        return where

    def conflict(self, other: ShapePattern, bindings: Bindings | None = None) -> str | None:
        """Say where no shape can match both patterns, as ``axis -1 is 27, expected 28``; None where one can.

        ``other`` is what is known of a value: a pattern with any number of axes.
        """
        known = len(other.prefix) + len(other.suffix)
        if self.variadic == other.variadic and self.variadic is not None and self.variadic.name is not None:
            own = len(self.prefix) + len(self.suffix)
            if own != known:
                return f"it has {_axes(known)} beside *{self.variadic.name}, {own} expected"
            is_aligned = len(self.prefix) == len(other.prefix)
            return _differing(self._ends(other.prefix, other.suffix), bindings) if is_aligned else None
        if self.variadic is None and known > len(self.prefix):
            return f"it has at least {_axes(known)}, {len(self.prefix)} expected"
        found = ShapePattern(_sizes(other.prefix), _sizes(other.suffix))
        return _differing(self._ends(found.prefix, found.suffix), None)

    def places(self, shape: Shape) -> Iterator[_Place]:
        """Yield the axes that the pattern names one by one, in a shape that has enough of them."""
        yield from self._ends(shape, () if self.variadic is None else shape)

    def _ends(self, first: tuple[Axis, ...], last: tuple[Axis, ...]) -> Iterator[_Place]:
        """Pair the ``first`` axes of a shape with the prefix and its ``last`` axes with the suffix."""
        for axis, (found, expected) in enumerate(zip(_sizes(first), self.prefix, strict=False)):
            yield _Place(axis, found, expected)
        back = self.prefix if self.variadic is None else self.suffix
        pairs = zip(reversed(_sizes(last)), reversed(back), strict=False)
        for count, (found, expected) in enumerate(pairs, start=1):
            yield _Place(-count, found, expected)

    def batch_axes(self, shape: Shape) -> Shape:
        """Return the sizes that ``...`` stands for in a ``shape`` that matches."""
        return shape[len(self.prefix) : len(shape) - len(self.suffix)]

    def of_a_value(self) -> ShapePattern:
        """Return what the annotation of a field says of the array that is read from it: the sizes at its end.

        In a string a name means nothing outside its object, and transformations such as `jax.vmap` take the axes
        in front away or add to them.
        """
        if self.text is None:
            return self
        axes = self.prefix if self.variadic is None else self.suffix
        count = next((back for back, axis in enumerate(reversed(axes)) if not isinstance(axis, int)), len(axes))
        return ShapePattern((), axes[len(axes) - count :])


def _shown(axis: Axis) -> str:
    return "?" if axis is None else str(axis)


def _differing(places: Iterator[_Place], bindings: Bindings | None) -> str | None:
    for axis, found, annotated in places:
        if isinstance(annotated, Broadcasting) and found == 1:
            continue
        expected = annotated.size if isinstance(annotated, Broadcasting) else annotated
        if isinstance(expected, Linear) and bindings is not None:
            reason = bindings.disagreement_with(expected, found)
            if reason is not None:
                return f"axis {axis} is {found}, {reason}"
        elif differ(found, expected):
            return f"axis {axis} is {found}, expected {expected}"
    return None


def _sizes(axes: tuple[Axis, ...]) -> Shape:
    """Return axes as sizes; one that may broadcast is unknown."""
    return tuple(None if isinstance(axis, Broadcasting) else axis for axis in axes)


def agree(one: Shape, other: Shape) -> bool:
    """Return whether two shapes can be equal; an unknown size agrees with every size."""
    return len(one) == len(other) and not any(map(differ, one, other))


def starts_with(shape: Shape, prefix: Shape) -> bool:
    """Return whether ``shape`` can begin with ``prefix``."""
    return len(shape) >= len(prefix) and agree(shape[: len(prefix)], prefix)


def _axes(count: int) -> str:
    return "1 axis" if count == 1 else f"{count} axes"
