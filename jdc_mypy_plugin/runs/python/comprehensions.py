"""Comprehensions and generators."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from mypy.nodes import DictionaryComprehension, GeneratorExpr

from jdc_operations.values import UNKNOWN, Text

from ...syntax.walk import children
from ..thing_values import key_of, truth
from ..things import Frame, Method, Named, Row, Table, Thing
from ..values import is_value
from .iteration import iterated

if TYPE_CHECKING:
    from ..machine import Machine

_CONSUMERS: Final = frozenset(
    (
        *("math.prod", "functools.reduce", "itertools.product", "collections.deque", "builtins.dict.fromkeys"),
        *("builtins.list", "builtins.tuple", "builtins.sum", "builtins.dict", "builtins.sorted", "builtins.set"),
        *("builtins.frozenset", "builtins.max", "builtins.min"),
    )
)
_METHODS: Final = ("extend", "update", "join")
"""Those of lists, dicts and texts."""


def goes_over(callee: Thing) -> bool:
    """Return whether a function goes over all that a generator gives, at once."""
    if isinstance(callee, Method) and isinstance(callee.receiver, Row | Table | Text):
        return callee.name in _METHODS
    return isinstance(callee, Named) and callee.name in _CONSUMERS


class Comprehensions:
    """Evaluates comprehensions."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._changes = machine.changes

    def generator(self, expression: GeneratorExpr, frame: Frame) -> Thing:
        """Return what runs at another time, if ever."""
        with self._changes.perhaps():
            self._changes.forget(self.all_of(expression, frame))
        return UNKNOWN

    def all_of(self, expression: GeneratorExpr, frame: Frame) -> Thing:
        """Return what a comprehension gives, or a generator that is gone over at once."""
        inner = Frame(self._changes.regions, frame, receiver=frame.receiver, is_inner=True)
        seen: list[Thing] = []

        def made() -> Thing:
            seen.append(self._machine.expressions.value(expression.left_expr, inner))
            return seen[-1]

        rows = self._rows(expression, inner, made)
        row = Row(self._changes.regions, items=rows)
        if rows is None and seen and all(map(is_value, seen)):
            self._changes.widen(row, seen)
        return row

    def table(self, expression: DictionaryComprehension, frame: Frame) -> Thing:
        """Return the dict that a comprehension makes."""
        inner = Frame(self._changes.regions, frame, receiver=frame.receiver, is_inner=True)

        def entry() -> Thing:
            key = UNKNOWN if expression.key is None else self._machine.expressions.value(expression.key, inner)
            value = self._machine.expressions.value(expression.value, inner)
            return Row(self._changes.regions, items=[key, value], is_list=False)

        made = self._rows(expression, inner, entry)
        pairs = [each.items for each in made or () if isinstance(each, Row) and each.items is not None]
        keys = [key_of(each[0]) for each in pairs]
        is_known = made is not None and None not in keys
        entries = dict(zip(keys, (each[1] for each in pairs), strict=True)) if is_known else None
        return Table(self._changes.regions, entries=entries)

    def _rows(
        self, loop: GeneratorExpr | DictionaryComprehension, frame: Frame, make: Callable[[], Thing], depth: int = 0
    ) -> list[Thing] | None:
        """Return what a comprehension makes, one for each turn; None where it is not known how many there are."""
        over = iterated(self._machine.expressions.value(loop.sequences[depth], frame), self._machine)
        made: list[Thing] | None = []
        if over.items is None:
            with self._changes.perhaps():
                self._turn(loop, frame, make, depth, over.item)
            return None
        if not over.items:
            self._machine.effects.of_skipped_part(*children(loop))
        for item in over.items:
            turn = self._turn(loop, frame, make, depth, item)
            made = None if turn is None or made is None else [*made, *turn]
        return made

    def _turn(
        self,
        loop: GeneratorExpr | DictionaryComprehension,
        frame: Frame,
        make: Callable[[], Thing],
        depth: int,
        item: Thing,
    ) -> list[Thing] | None:
        self._machine.statements.assign(loop.indices[depth], item, frame, loop.indices[depth])
        for condition in loop.condlists[depth]:
            holds = truth(self._machine.expressions.value(condition, frame))
            if holds is False:
                self._machine.effects.of_skipped_part(*children(loop))
                return []
            if holds is None:
                with self._changes.perhaps():
                    self._inner(loop, frame, make, depth)
                return None
        return self._inner(loop, frame, make, depth)

    def _inner(
        self, loop: GeneratorExpr | DictionaryComprehension, frame: Frame, make: Callable[[], Thing], depth: int
    ) -> list[Thing] | None:
        return self._rows(loop, frame, make, depth + 1) if depth + 1 < len(loop.sequences) else [make()]
