"""The names in the shapes of one object, or of one call, and the sizes that its arrays give them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from jdc_spec.shapes import Broadcasting, Shape, ShapePattern, Variadic, agree, show
from jdc_spec.sizes import Dim, Linear, differ, is_derived, named, names_in, replace_names


class NamedShape(NamedTuple):
    """An array in a field: the name of the field, its pattern, and the array's shape."""

    field: str
    pattern: ShapePattern
    shape: Shape


class _Size(NamedTuple):
    size: Dim
    field: str


class _Axes(NamedTuple):
    axes: Shape
    field: str


class Apart(NamedTuple):
    """Which of the arrays' own sizes are different ones, though they may happen to be equal."""

    groups: Sequence[frozenset[str]] = ()
    """Groups of names: two of one group are different sizes."""
    chosen: frozenset[str] = frozenset()
    """Names of sizes that may be any: what is calculated with one of them is another size, ``n+m`` for ``n``."""
    beside: frozenset[tuple[str, int]] = frozenset()
    """Names and numbers that one array has as sizes, ``"n 3"``: they are not meant to be equal."""


NOT_APART: Final = Apart()


class Bindings:
    """The size that each name stands for: the size of the first axis that has it, in the order of the fields.

    A name that no axis has alone gets its size from an expression, as ``n`` from ``n+1``. A broadcasting axis of
    size 1 says nothing of its name. Names without a known size agree with everything.
    """

    def __init__(self, fields: Iterable[NamedShape], kind: str = "field", apart: Apart = NOT_APART) -> None:
        self._kind = kind
        """The word for what holds the arrays, for a sentence."""
        self._apart = apart
        self._sizes: dict[str, _Size] = {}
        self._axes: dict[str, _Axes] = {}
        matching = [each for each in fields if each.pattern.disagreement(each.shape) is None]
        for solves in (False, True):
            for each in matching:
                self._bind(each, solves=solves)
        self._bind_variadics([each for each in matching if _is_named(each.pattern.variadic)])

    def _bind(self, named: NamedShape, *, solves: bool) -> None:
        for _, found, axis in named.pattern.places(named.shape):
            expected = axis.size if isinstance(axis, Broadcasting) and found != 1 else axis
            if not isinstance(expected, Linear) or found is None:
                continue
            name = expected.name
            if name is not None:
                self._sizes.setdefault(name, _Size(found, named.field))
            elif solves and isinstance(found, int):
                self._solve(expected, found, named.field)

    def _solve(self, expression: Linear, found: int, field: str) -> None:
        """Give the only name without a size the one that makes an expression what was found."""
        unknown = [(name, factor) for name, factor in expression.terms if name not in self._sizes]
        if len(unknown) != 1:
            return
        ((name, factor),) = unknown
        rest = replace_names(expression, {**self._known(), name: 0})
        if isinstance(rest, int) and (found - rest) % factor == 0 and (found - rest) // factor >= 0:
            self._sizes[name] = _Size((found - rest) // factor, field)

    def _bind_variadics(self, fields: Sequence[NamedShape]) -> None:
        """Bind the names of several axes; those that may broadcast say less than the others."""
        for broadcasting in (False, True):
            for field, pattern, shape in fields:
                variadic = pattern.variadic
                assert variadic is not None
                assert variadic.name is not None
                if variadic.is_broadcasting is not broadcasting:
                    continue
                axes = pattern.batch_axes(shape)
                known = self._axes.setdefault(variadic.name, _Axes(axes, field))
                if broadcasting and known.axes != axes and not self._is_strict(variadic.name, fields):
                    wider = _broadcast(known.axes, axes)
                    self._axes[variadic.name] = known if wider is None else _Axes(wider, known.field)

    @staticmethod
    def _is_strict(name: str, fields: Sequence[NamedShape]) -> bool:
        return any(each.pattern.variadic == Variadic(name) for each in fields)

    def _known(self) -> dict[str, Dim]:
        return {name: bound.size for name, bound in self._sizes.items()}

    def size_of(self, size: Linear) -> Dim:
        """Return a size with what its names stand for; None where one of them is not known."""
        return replace_names(size, self._known())

    def axes_of(self, variadic: Variadic) -> Shape | None:
        """Return the axes that a name stands for; None where they are not known, or may broadcast."""
        bound = None if variadic.name is None or variadic.is_broadcasting else self._axes.get(variadic.name)
        return None if bound is None else bound.axes

    def disagreement_with(self, expected: Linear, found: Dim) -> str | None:
        """Say what size a name or an expression has, where ``found`` differs from it; None where it may not."""
        size = replace_names(expected, self._known())
        if differ(found, size) or self._are_apart(found, size):
            bound = ((name, self._sizes[name]) for name, _ in expected.terms)
            names = ", ".join(f'"{name}" is {each.size} in {self._kind} "{each.field}"' for name, each in bound)
            return f"expected {size} ({names})"
        if isinstance(found, int) and len(expected.terms) == 1 and not _is_reachable(expected, found):
            return f'expected {expected} for some "{expected.terms[0][0]}"'
        return None

    def disagreement_of_order(self, pattern: ShapePattern, shape: Shape) -> str | None:
        """Say where a shape has a name for a number that is beside it elsewhere, ``n`` for ``3``."""
        return _named_for_number(pattern, shape, self._apart.beside)

    def _are_apart(self, one: Dim, other: Dim) -> bool:
        if any((_name(each), number) in self._apart.beside for each, number in ((one, other), (other, one))):
            return True
        if not isinstance(one, Linear) or not isinstance(other, Linear) or one == other:
            return False
        if any(one.name in group and other.name in group for group in self._apart.groups):
            return True
        return is_derived(one, other) and self._apart.chosen.issuperset((*names_in(one), *names_in(other)))

    def disagreement_of(self, variadic: Variadic, found: Shape) -> str | None:
        """Say what axes a name stands for, where those found differ from them; None where they may not."""
        bound = None if variadic.name is None else self._axes.get(variadic.name)
        if bound is None:
            return None
        if variadic.is_broadcasting:
            wider = _broadcast(found, bound.axes)
            if wider is not None and agree(wider, bound.axes):
                return None
            problem = "which do not broadcast to"
        elif agree(found, bound.axes):
            return None
        else:
            problem = "expected"
        known = f'{show(bound.axes)} as in {self._kind} "{bound.field}"'
        return f'axes "*{variadic.name}" are {show(found)}, {problem} {known}'


class ChosenSizes(Bindings):
    """The names whose sizes the callers of a function choose: in some call a name is no other name, and is not 1."""

    def __init__(
        self,
        names: frozenset[str],
        beside: frozenset[tuple[str, int]] = frozenset(),
        of_object: frozenset[str] = frozenset(),
        tied: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(())
        self._names = names
        self._of_object = of_object
        """Names that whoever makes an object chooses: two of them are different sizes."""
        self._tied = tied
        """Names of the callers that are the same sizes as some of the object."""
        self._own = {other: one for one, other in tied.items()}
        self._beside = beside
        """Chosen names and numbers that one array has as sizes: they are not meant to be equal."""

    def disagreement_with(self, expected: Linear, found: Dim) -> str | None:
        """Say what was promised where ``found`` differs from it in some call; None where it may always be that."""
        wanted = self._tied.get(expected.name or "", expected.name)
        if wanted in self._of_object and (expected.name == wanted or self._is_of_object(found)):
            is_other = self._is_other_of_object(found, wanted)
        else:
            found = self._owned(found)
            is_other = differ(found, expected) or (self._is_chosen(expected) and self._may_differ(found, expected))
        return f"expected {expected}" if is_other else None

    def disagreement_of_order(self, pattern: ShapePattern, shape: Shape) -> str | None:
        """Say that a shape has the promised sizes in another order, ``(n, 3)`` for ``"3 n"``; None where it has not.

        A name and a number may be equal, but a function that promises both did not mean them to be, nor one that
        takes an array with both as sizes.
        """
        expected = pattern.prefix
        if pattern.variadic is not None or shape == expected or None in shape:
            return None
        problem = _named_for_number(pattern, shape, self._beside)
        if problem is not None:
            return problem
        chosen = [size for size in shape if isinstance(size, Linear)]
        is_turned = bool(chosen) and all(map(self._is_chosen, chosen)) and Counter(shape) == Counter(expected)
        return "it has these sizes in another order" if is_turned else None

    def _owned(self, found: Dim) -> Dim:
        """Return a size of the object as the callers call it, where they do."""
        own = self._own.get(found.name or "") if isinstance(found, Linear) else None
        return found if own is None else named(own)

    def _is_of_object(self, found: Dim) -> bool:
        return isinstance(found, Linear) and self._tied.get(found.name or "", found.name) in self._of_object

    def _is_other_of_object(self, found: Dim, wanted: str | None) -> bool:
        """Return whether a size is another one of the object, or a number beside the wanted one."""
        if isinstance(found, Linear):
            return self._is_of_object(found) and self._tied.get(found.name or "", found.name) != wanted
        return (wanted, found) in self._beside

    def _may_differ(self, found: Dim, expected: Linear) -> bool:
        if isinstance(found, Linear):
            is_another = is_derived(found, expected) and self._names.issuperset(names_in(found))
            is_meant = found != expected and self._is_chosen(found) and not _is_spelled_with(expected, found)
            return is_another or is_meant
        return found == 1 or (expected.name, found) in self._beside

    def _is_chosen(self, size: Linear) -> bool:
        return self._names.issuperset(name for name, _ in size.terms)


def _name(size: Dim) -> str | None:
    return size.name if isinstance(size, Linear) else None


def _named_for_number(pattern: ShapePattern, shape: Shape, beside: frozenset[tuple[str, int]]) -> str | None:
    for axis, (found, wanted) in enumerate(
        zip(shape, pattern.prefix if pattern.variadic is None else (), strict=False)
    ):
        if (_name(found), wanted) in beside:
            return f"axis {axis} is {found}, expected {wanted}"
    return None


def _is_spelled_with(expected: Linear, found: Linear) -> bool:
    """Return whether a name is made of the one that a size is calculated with, ``Tm1`` for ``T-1``."""
    if found.name is not None:
        return False
    whole, names = str(expected.name), [str(name) for name, _ in found.terms]
    return any(name != whole and name in (whole[: len(name)], whole[-len(name) :]) for name in names)


def _is_named(variadic: Variadic | None) -> bool:
    return variadic is not None and variadic.name is not None


def _is_reachable(expression: Linear, found: int) -> bool:
    """Return whether some size of the only name makes an expression what was found."""
    ((_, factor),) = expression.terms
    rest = found - expression.constant
    return rest % factor == 0 and rest // factor >= 0


def _broadcast(one: Shape, other: Shape) -> Shape | None:
    """Return the shape that two shapes broadcast to; None where they do not."""
    rank = max(len(one), len(other))
    pairs = zip(_padded(one, rank), _padded(other, rank), strict=True)
    axes: list[Dim] = []
    for first, second in pairs:
        if 1 in (first, second):
            axes.append(second if first == 1 else first)
        elif differ(first, second):
            return None
        else:
            axes.append(second if first is None else first)
    return tuple(axes)


def _padded(shape: Shape, rank: int) -> Shape:
    return (*(1 for _ in range(rank - len(shape))), *shape)
