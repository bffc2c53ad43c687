"""Numbers that a function under `jax.jit` has read when it was traced, and that have changed since.

JAX does not run the function again for arguments of the same shapes and dtypes: a number is a constant of the trace.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from mypy.nodes import CallExpr, Expression, ListExpr, NameExpr, TupleExpr

from jdc_operations.values import NONE, ArrayValue, Scalar, Text
from jdc_spec.rules import STALE

from ..syntax import INDEX
from .refusal import Refusal
from .slots import Slot
from .static_arguments import parameters
from .thing_values import inside
from .things import Frame, Held, Made, Method, Named, Object, Own, Regions, Row, Table, Thing
from .traces import is_same
from .trees import leaves

if TYPE_CHECKING:
    from .machine import Machine

_MERGING: Final = frozenset(
    (
        *(f"builtins.{name}" for name in ("print", "str", "repr", "format", "min", "max", "int", "bool", "round")),
        *("math.floor", "math.ceil", "math.isclose"),
    )
)
"""Functions that give the same for several numbers, or only show them."""
Arguments = tuple[Sequence[Thing], Mapping[str, Thing]]
_Reads = dict[tuple[int, str], tuple[Slot, Scalar]]


class Handed(NamedTuple):
    """An argument of a call, with the reads that it came of."""

    given: Thing
    reads: _Reads


class _Reading(NamedTuple):
    """A trace of a function, with what it has read that is no argument."""

    made: Made
    arguments: Arguments
    reads: Mapping[Slot, Scalar]
    line: int
    regions: Regions


class Stale:
    """Keeps the traces of one run."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._kept: list[_Reading] = []
        self._reads: _Reads | None = None
        self._waiting: dict[tuple[Frame, str], _Reads] = {}
        """Reads that came to a variable of the function itself, which count where that is read."""
        self.handed: Sequence[Handed] = ()
        """The arguments of a function of the module that is about to run."""
        self._frames: list[Frame] = []
        self._first = 0
        self._told = set[tuple[int, Slot]]()

    def read(self, owner: Frame | Thing, name: str, thing: Thing) -> None:
        """Take note of a variable, an attribute or an entry of a dict that the function under way reads."""
        if self._reads is None:
            return
        if isinstance(owner, Frame):
            for key, each in self._waiting.get((owner, name), {}).items():
                self._reads.setdefault(key, each)
        if not isinstance(thing, Scalar) or not isinstance(thing.value, int | float):
            return
        if isinstance(owner, Frame | Object | Table) and self._is_from_before(owner, name):
            self._reads.setdefault((id(owner), name), (Slot(owner, name), thing))

    def _is_from_before(self, owner: Frame | Object | Table, name: str) -> bool:
        if isinstance(owner, Frame):
            return owner in self._frames
        held = owner.entries if isinstance(owner, Table) else owner.attributes
        return owner.number < self._first and name in (held or {})

    @property
    def count(self) -> int:
        """How many reads the function under way has made that count."""
        return 0 if self._reads is None else len(self._reads)

    def forget(self, first: int, made: Thing) -> None:
        """Let go of the reads from one on if no array came of them: other numbers may come to the same."""
        if self._reads is not None and len(self._reads) > first and not isinstance(made, ArrayValue):
            self._reads = dict([*self._reads.items()][:first])

    def hand(self, first: int, given: Thing) -> Handed:
        """Let go of the reads from one on, of an argument, until the function that is called reads the parameter."""
        if self._reads is None or len(self._reads) == first or isinstance(given, ArrayValue):
            return Handed(given, {})
        reads = [*self._reads.items()]
        self._reads = dict(reads[:first])
        return Handed(given, dict(reads[first:]))

    def take(self, frame: Frame) -> None:
        """Give the variables of a function that has begun what waits for them."""
        handed, self.handed = self.handed, ()
        for given, reads in handed:
            names = [name for name, thing in frame.variables.items() if _is_part(given, thing)] if reads else []
            for name in names:
                self._waiting[frame, name] = {**self._waiting.get((frame, name), {}), **reads}
            if self._reads is not None and not names:
                self._reads.update(reads)

    def keep(self, first: int, made: Thing, targets: Sequence[Expression], frame: Frame) -> None:
        """Let the reads from one on wait until the variables are read that hold what came of them."""
        if self._reads is None or any(isinstance(each, TupleExpr | ListExpr) for each in targets):
            return
        names = [each.name for each in targets if isinstance(each, NameExpr)]
        reads = {} if isinstance(made, ArrayValue) else dict([*self._reads.items()][first:])
        if isinstance(made, Scalar) or len(names) == len(targets):
            self.forget(first, made)
        for name in names:
            is_certain = self._machine.changes.is_certain(frame.regions)
            former = {} if is_certain else self._waiting.get((frame, name), {})
            self._waiting[frame, name] = {**former, **reads}

    def condition(self, expression: Expression, frame: Frame) -> Thing:
        """Return the value of an expression that decides."""
        first = self.count
        made = self._machine.expressions.value(expression, frame)
        self.forget(first, made)
        return made

    def forget_merged(self, first: int, callee: Thing) -> None:
        """Let go of the reads from one on if a function makes the same of others: ``min(n, 3)``, and f-strings."""
        is_of_text = isinstance(callee, Method) and isinstance(callee.receiver, Text) and callee.name == "format"
        if is_of_text or (isinstance(callee, Named) and callee.name in _MERGING):
            self.forget(first, callee)

    @contextmanager
    def aside(self, callee: Expression) -> Generator[None]:
        """Follow a call whose result nobody takes; its reads count if it writes, or asks JAX for something."""
        first, touches = self.count, len(self._machine.changes.touches)
        yield
        is_quiet = self.count > first and len(self._machine.changes.touches) == touches
        if is_quiet and not self._machine.imported(callee).startswith("jax."):
            self.forget(first, NONE)

    @contextmanager
    def call(self, made: Made, statics: frozenset[object], arguments: Arguments, at: object) -> Generator[None]:
        """Follow a call of a jitted function: judge it by former traces, and keep what it reads."""
        function = made.function
        is_free = self._reads is None and not self._machine.tracers.is_under_way and not self._is_cleared()
        is_jit = made.by == "jax.jit"
        if not is_free or not is_jit or not isinstance(function, Own) or not isinstance(at, CallExpr):
            yield
            return
        former = next((each for each in self._kept if self._is_taken(each, made, statics, arguments)), None)
        if former is not None:
            self._judge(former, at)
            yield
            return
        given = {id(part) for each in (*arguments[0], *arguments[1].values()) for part in inside(each)}
        self._reads, self._waiting, self._first = {}, {}, Row(frozenset()).number
        self._frames = list(_around(function.frame))
        try:
            yield
        finally:
            reads = {slot: thing for slot, thing in self._reads.values() if slot.thing == thing}
            reads = {slot: thing for slot, thing in reads.items() if id(slot.owner) not in given}
            self._reads, self._waiting = None, {}
            if reads and not self._machine.changes.is_silent:
                regions = self._machine.changes.regions
                self._kept.append(_Reading(made, arguments, reads, at.line, regions))

    def _judge(self, former: _Reading, at: Expression) -> None:
        """Note a number that is another one by now, once for each function."""
        for slot, thing in former.reads.items():
            now = slot.thing
            if not isinstance(now, Scalar) or now.kind != thing.kind or now.value is None:
                continue
            if now != thing and (id(former.made), slot) not in self._told:
                self._told.add((id(former.made), slot))
                traced = f'JAX traced the function in line {former.line}, where "{slot.name}" was {thing.value!r}'
                reason = f"{traced}, and goes on with that: it is {now.value!r} by now; pass it as an argument"
                self._machine.refuse(at, reason, Refusal(STALE))
                return

    def _is_taken(self, former: _Reading, made: Made, statics: frozenset[object], arguments: Arguments) -> bool:
        """Return whether JAX takes the trace of a former call for one with these arguments."""
        if former.made is not made or not former.regions <= self._machine.changes.regions:
            return False
        (given, keywords), (before, named) = arguments, former.arguments
        if len(given) != len(before) or [*keywords] != [*named]:
            return False
        names = parameters(former.made.function)
        keys = [names[place] if place < len(names) else "" for place in range(len(given))]
        pairs = zip((*given, *keywords.values()), (*before, *named.values()), strict=True)
        return all(
            is_same(one, other) if key in statics or place in statics else self._is_traced_alike(one, other)
            for place, (key, (one, other)) in enumerate(zip((*keys, *keywords), pairs, strict=True))
        )

    def _is_traced_alike(self, one: Thing, other: Thing) -> bool:
        """Return whether two arguments are traced as arrays of one shape and dtype."""
        if isinstance(one, Held) or isinstance(other, Held):
            return one is other or (is_same(one, other) and all(map(_is_known, leaves(one, self._machine))))
        if isinstance(one, Scalar) and isinstance(other, Scalar):
            return one.kind == other.kind
        return _is_known(one) and is_same(one, other)

    def _is_cleared(self) -> bool:
        """Return whether the module makes JAX forget its traces, or runs functions without any."""
        if self._machine.donated.kept.are_changed:
            return True
        body = INDEX.of(self._machine.home.tree).body
        return any(True for name in ("clear_caches", "clear_cache") for _ in body.references_of(name))


def _is_part(given: Thing, thing: Thing) -> bool:
    """Return whether an argument is what a parameter holds, or one of several, ``*args``, or shares a part."""
    return any(one is other for one in _with_parts(given) for other in _with_parts(thing))


def _with_parts(thing: Thing) -> Iterator[Thing]:
    yield thing
    if isinstance(thing, Row):
        yield from thing.items or ()
    elif isinstance(thing, Table):
        yield from (thing.entries or {}).values()


def _is_known(leaf: Thing) -> bool:
    """Return whether the shape and the dtype of an array are known to the last."""
    if isinstance(leaf, Scalar):
        return True
    if not isinstance(leaf, ArrayValue) or leaf.shape is None:
        return False
    return None not in (leaf.dtype, leaf.weak) and all(isinstance(each, int) for each in leaf.shape)


def _around(frame: Frame | None) -> Iterator[Frame]:
    while frame is not None:
        yield frame
        frame = frame.outer
