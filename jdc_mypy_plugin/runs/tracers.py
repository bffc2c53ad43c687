"""Arrays that are tracers while the run is inside a transformation, and places where Python needs their value.

``if``, ``float`` and ``math.log`` take values; an array that a transformation hands to a function has none, nor has
what operations make of it (https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError).
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from mypy.nodes import CallExpr, Expression, MemberExpr, NameExpr

from jdc_operations.values import ArrayValue, Failure, Text, show
from jdc_spec.rules import CONCRETE

from ..model.functions.array_functions import EXCUSED, OF_A_NUMBER, SHAPED
from ..syntax.arguments import argument
from .refusal import Refusal
from .thing_values import held_in
from .things import Row, Thing

if TYPE_CHECKING:
    from .changes import Changes
    from .machine import Machine

BRANCH: Final = "jnp.where or jax.lax.cond"
NUMBER: Final = "functions of jax.numpy"
STATIC: Final = "a static field or argument"
PRINT: Final = "jax.debug.print"
OF_F_STRING: Final = "{:{}}"
"""The text whose method `format` mypy puts in the place of each part of an f-string."""
CHOICE: Final = "jax.lax.switch, or an array in its place"
_TAKING_VALUES: Final = frozenset(
    (
        *(f"math.{name}" for name in OF_A_NUMBER),
        *(f"builtins.{name}" for name in ("int", "float", "bool", "complex", "range")),
        *("numpy.array", "numpy.asarray"),
    )
)
"""Functions that take no tracer."""
_MAPPING: Final = ("jax.vmap", "equinox.filter_vmap")
"""Transformations that leave an operation on other arrays as it is."""
_LIKE: Final = ("zeros_like", "ones_like", "empty_like", "full_like")
"""Functions that look at the shape of an array alone, so that `jax.vmap` traces nothing of what they make."""


class Tracers:
    """Knows which arrays are tracers of a transformation that is under way.

    A tracer is the very value that has been marked: what the run puts together of two values is none.
    """

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._choices: int | None = 0
        """The branches and loops around the outermost transformation."""
        self._under_way = list[int]()
        self._names = dict[int, str]()
        self._numbers = itertools.count()
        self._marked = dict[int, tuple[ArrayValue, int]]()

    @contextmanager
    def under(self, name: str) -> Generator[None]:
        """Follow a function that a transformation traces."""
        number = next(self._numbers)
        self._names[number] = name
        if not self._under_way:
            self._choices = self._changes.choices
        self._under_way.append(number)
        try:
            yield
        finally:
            self._under_way.pop()

    @contextmanager
    def aside(self) -> Generator[None]:
        """Follow code in which nothing counts as a tracer."""
        before, choices, self._under_way = self._under_way, self._choices, []
        try:
            yield
        finally:
            self._under_way, self._choices = before, choices

    def made(self, thing: Thing) -> Thing:
        """Return an array as a tracer of the innermost transformation; anything else as it is."""
        return self._marked_by(thing, self._under_way[-1]) if self._under_way else thing

    @property
    def is_under_way(self) -> bool:
        """True while the run is inside of a transformation."""
        return bool(self._under_way)

    @property
    def is_unconditional(self) -> bool:
        """True in a transformation where code runs whenever its function does, be that in a branch of the program."""
        return bool(self._under_way) and self._choices is not None and self._changes.choices == self._choices

    @property
    def is_staging(self) -> bool:
        """True in a trace that every operation of JAX goes into."""
        return self._stage(self._under_way) is not None

    @property
    def is_staged_around(self) -> bool:
        """True where the innermost transformation runs inside of such a trace."""
        return self._stage(self._under_way[:-1]) is not None

    def staged(self, thing: Thing) -> Thing:
        """Return an array as a tracer of the innermost trace that every operation goes into."""
        number = self._stage(self._under_way)
        return thing if number is None else self._marked_by(thing, number)

    def like(self, thing: Thing, former: Thing) -> Thing:
        """Return an array as a tracer where the one is that it is made of."""
        marked = self._marked.get(id(former))
        return self._marked_by(thing, marked[1]) if marked is not None and marked[1] in self._under_way else thing

    def _stage(self, numbers: Sequence[int]) -> int | None:
        return next((each for each in reversed(numbers) if self._names[each] not in _MAPPING), None)

    def _marked_by(self, thing: Thing, number: int) -> Thing:
        if not isinstance(thing, ArrayValue) or thing.library != "jax":
            return thing
        tracer = dataclasses.replace(thing)
        self._marked[id(tracer)] = tracer, number
        return tracer

    def by(self, thing: Thing) -> str | None:
        """Return the transformation that an array is a tracer of."""
        marked = self._marked.get(id(thing))
        return self._names[marked[1]] if marked is not None and marked[1] in self._under_way else None

    def result(self, made: Thing, operands: Iterable[Thing], name: str = "") -> Thing:
        """Return what an operation makes of operands, a tracer where one of them is."""
        if not self._under_way or name.rpartition(".")[2] in _LIKE or not any(map(self._is_in, operands)):
            return made
        if isinstance(made, Row) and made.items is not None:
            return dataclasses.replace(made, items=[*map(self.made, made.items)])
        return self.made(made)

    def _is_in(self, thing: Thing) -> bool:
        thing = held_in(thing)
        inside = thing.items if isinstance(thing, Row) and thing.items is not None else [thing]
        return any(self.by(each) is not None for each in inside)


def need(by: str, value: Expression, thing: Thing, instead: str, machine: Machine) -> None:
    """Note a place where Python needs the value of a tracer, or one truth value of an array that has several."""
    transformation = machine.tracers.by(held_in(thing))
    if transformation is not None:
        path = _written(value)
        what = f'"{path}", which is a tracer' if path else "a tracer"
        reason = f"{by} needs the value of {what} under {transformation}: it raises an error of JAX; use {instead}"
        machine.refuse(value, reason, Refusal(CONCRETE))
    elif by.startswith("`"):
        _need_one_truth(by, value, held_in(thing), machine)


def _need_one_truth(by: str, value: Expression, thing: Thing, machine: Machine) -> None:
    """Note a place where Python needs one truth value of an array that has several."""
    shape = thing.shape if isinstance(thing, ArrayValue) and thing.library is not None else None
    sizes = [size for size in shape or () if isinstance(size, int)]
    if shape is not None and len(sizes) == len(shape) and math.prod(sizes) > 1:
        reason = f"an array of shape {show(shape)} has no truth value for {by}; write .all() or .any()"
        machine.fail(value, Failure(reason))


def need_number(name: str, given: Sequence[Thing], at: Expression | None, machine: Machine) -> None:
    """Note a call of a function that takes the value of a tracer."""
    if name in _TAKING_VALUES and isinstance(at, CallExpr) and len(at.args) == len(given):
        for value, thing in zip(at.args, given, strict=True):
            need(f"{name.removeprefix('builtins.')}()", value, thing, NUMBER, machine)


def need_sizes(
    name: str, given: Sequence[Thing], keywords: Mapping[str, Thing], at: Expression | None, machine: Machine
) -> None:
    """Note a call of a function whose shape is one of the arguments, where that is a tracer or holds one."""
    place = (0, "start") if name == "jax.numpy.arange" and len(given) == 1 else SHAPED.get(name)
    written = argument(at, *place) if place is not None and isinstance(at, CallExpr) else None
    if place is None or written is None or EXCUSED in keywords or not machine.tracers.is_under_way:
        return
    size = keywords.get(place[1]) if place[1] in keywords else given[place[0]] if place[0] < len(given) else None
    by = f"the shape of {name.replace('jax.numpy.', 'jnp.')}"
    items = size.items if isinstance(size, Row) and size.items is not None else [size]
    for each in items:
        if each is not None and machine.tracers.by(each) is not None:
            need(by, written, each, STATIC, machine)
            return


def need_text(text: Text, name: str, given: Sequence[Thing], at: Expression | None, machine: Machine) -> None:
    """Note a format of numbers, ``f"{x:.2f}"``, which mypy reads as a call of ``format``."""
    pattern = given[1] if name == "format" and text.value == OF_F_STRING and len(given) == 2 else None
    if isinstance(pattern, Text) and pattern.value and isinstance(at, CallExpr) and len(at.args) == 2:
        need("a format of numbers", at.args[0], given[0], PRINT, machine)


def _written(value: Expression) -> str:
    """Return the source of a name or an attribute."""
    if isinstance(value, MemberExpr):
        owner = _written(value.expr)
        return f"{owner}.{value.name}" if owner else ""
    return value.name if isinstance(value, NameExpr) else ""
