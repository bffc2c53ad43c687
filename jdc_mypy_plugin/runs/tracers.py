"""Arrays that are tracers while the run is inside a transformation, and places where Python needs their value.

``if``, ``float`` and ``math.log`` take values; an array that a transformation hands to a function has none, nor has
what operations make of it (https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError).
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from mypy.nodes import CallExpr, Expression, MemberExpr, NameExpr

from jdc_operations.values import ArrayValue
from jdc_spec.rules import CONCRETE

from ..model.functions.array_functions import OF_A_NUMBER
from .refusal import Refusal
from .things import Row, Thing, held_in

if TYPE_CHECKING:
    from .machine import Machine

BRANCH: Final = "jnp.where or jax.lax.cond"
NUMBER: Final = "functions of jax.numpy"
_TAKING_VALUES: Final = frozenset(
    (
        *(f"math.{name}" for name in OF_A_NUMBER),
        *(f"builtins.{name}" for name in ("int", "float", "bool", "complex", "range")),
        *("numpy.array", "numpy.asarray"),
    )
)
"""Functions that take no tracer."""
_LIKE: Final = ("zeros_like", "ones_like", "empty_like", "full_like")
"""Functions that look at the shape of an array alone, so that `jax.vmap` traces nothing of what they make."""


class Tracers:
    """Knows which arrays are tracers of a transformation that is under way.

    A tracer is the very value that has been marked: what the run puts together of two values is none.
    """

    def __init__(self) -> None:
        self._under_way = list[int]()
        self._names = dict[int, str]()
        self._numbers = itertools.count()
        self._marked = dict[int, tuple[ArrayValue, int]]()

    @contextmanager
    def under(self, name: str) -> Generator[None]:
        """Follow a function that a transformation traces."""
        number = next(self._numbers)
        self._names[number] = name
        self._under_way.append(number)
        try:
            yield
        finally:
            self._under_way.pop()

    @contextmanager
    def aside(self) -> Generator[None]:
        """Follow code in which nothing counts as a tracer."""
        before, self._under_way = self._under_way, []
        try:
            yield
        finally:
            self._under_way = before

    def made(self, thing: Thing) -> Thing:
        """Return an array as a tracer of the innermost transformation; anything else as it is."""
        if not self._under_way or not isinstance(thing, ArrayValue) or thing.library != "jax":
            return thing
        tracer = dataclasses.replace(thing)
        self._marked[id(tracer)] = tracer, self._under_way[-1]
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
    """Note a place where Python needs the value of a tracer."""
    transformation = machine.tracers.by(held_in(thing))
    if transformation is not None:
        path = _written(value)
        what = f'"{path}", which is a tracer' if path else "a tracer"
        reason = f"{by} needs the value of {what} under {transformation}: it raises an error of JAX; use {instead}"
        machine.refuse(value, reason, Refusal(CONCRETE))


def need_number(name: str, given: Sequence[Thing], at: Expression | None, machine: Machine) -> None:
    """Note a call of a function that takes the value of a tracer."""
    if name in _TAKING_VALUES and isinstance(at, CallExpr) and len(at.args) == len(given):
        for value, thing in zip(at.args, given, strict=True):
            need(f"{name.removeprefix('builtins.')}()", value, thing, NUMBER, machine)


def _written(value: Expression) -> str:
    """Return the source of a name or an attribute."""
    if isinstance(value, MemberExpr):
        owner = _written(value.expr)
        return f"{owner}.{value.name}" if owner else ""
    return value.name if isinstance(value, NameExpr) else ""
