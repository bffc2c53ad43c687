"""Loops, turn by turn."""

from __future__ import annotations

import contextlib
import enum
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import BreakStmt, Expression, ForStmt, NameExpr, ReturnStmt, Statement, WhileStmt

from jdc_operations.values import UNKNOWN

from ...syntax.walk import statements
from ..bounds import TooLongError
from ..thing_values import truth
from ..things import Frame, Row, Thing, Yielding
from ..tracers import need
from .generators import StoppedError, run_through
from .iteration import MOST, Iterated, iterated, own_iterator

if TYPE_CHECKING:
    from ..machine import Machine

_PASSES: Final = 5
"""Turns of a loop of unknown length after which what still changes in it is unknown."""


class Then(enum.Enum):
    """How the run goes on behind a statement."""

    ON = "on"
    PERHAPS = "some of the run goes elsewhere"
    RETURN = "the function is left"
    BREAK = "the loop is left"
    CONTINUE = "the turn is left"
    RAISE = "the program ends"


def has(statement: Statement, kind: type[Statement]) -> bool:
    """Return whether there is a statement of a kind in another."""
    return any(isinstance(each, kind) for each in statements([statement]))


def _turns(thing: Thing, items: Sequence[Thing]) -> Iterator[Thing]:
    """Yield what a loop goes over: of a list what is in it by then, for the loop may change it.

    Raises:
        TooLongError: the list grows and grows.

    """
    is_list = isinstance(thing, Row) and thing.is_list
    place = 0
    while isinstance(thing, Row) and is_list and thing.items is not None and place < len(thing.items):
        if place > MOST:
            raise TooLongError
        yield thing.items[place]
        place += 1
    yield from () if is_list else items


def _is_unknown(thing: Thing) -> bool:
    """Return whether a loop has changed a list that it goes over to what is not known."""
    return isinstance(thing, Row) and thing.is_list and thing.items is None


def _is_true(condition: Expression) -> bool:
    return isinstance(condition, NameExpr) and condition.fullname == "builtins.True"


class Turns:
    """Follows loops."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._changes = machine.changes

    def over(self, statement: ForStmt, frame: Frame) -> Then:  # noqa: PLR0911 - one for each way to go on
        """Follow a ``for``."""
        thing = own_iterator(self._machine.expressions.value(statement.expr, frame), self._machine)
        if isinstance(thing, Yielding) and thing.frame is not None:
            return self._over_generator(statement, thing, frame)
        over = iterated(thing, self._machine)
        if over.items is None:
            return self._any_turn(statement, over, frame)
        if not over.items:
            self._machine.effects.of_skipped([statement.body.body])
        for place, item in enumerate(_turns(thing, over.items)):
            self._machine.statements.assign(statement.index, item, frame, statement.expr)
            then = self._machine.statements.block(statement.body.body, frame)
            if then is Then.PERHAPS:
                for other in over.items[place + 1 :]:
                    with self._changes.perhaps(is_chosen=True):
                        self._machine.statements.assign(statement.index, other, frame, statement.expr)
                        self._machine.statements.block(statement.body.body, frame)
                return self._after(statement, frame)
            if then in (Then.RETURN, Then.RAISE):
                return then
            if then is Then.BREAK:
                return Then.ON
            if _is_unknown(thing):
                with self._changes.perhaps():
                    self._turns(statement, UNKNOWN, frame)
                return self._after(statement, frame)
        return (
            Then.ON
            if statement.else_body is None
            else self._machine.statements.block(statement.else_body.body, frame)
        )

    def _over_generator(self, statement: ForStmt, made: Yielding, frame: Frame) -> Then:
        """Follow a loop over a generator: its body runs up to each ``yield``, and then that of the loop."""
        around = self._changes.regions
        self._changes.touches.append(made)
        ends: list[Then] = []
        self._machine.effects.of_skipped([statement.body.body])

        def turn(item: Thing) -> None:
            is_certain = self._changes.regions == around and not ends
            with self._machine.at(frame), contextlib.nullcontext() if is_certain else self._changes.perhaps():
                self._machine.statements.assign(statement.index, item, frame, statement.expr)
                then = self._machine.statements.block(statement.body.body, frame)
            if then in (Then.ON, Then.CONTINUE):
                return
            ends.append(then if is_certain else Then.PERHAPS)
            if is_certain and then is not Then.PERHAPS:
                raise StoppedError

        try:
            is_known = run_through(made, self._machine, turn)
        except StoppedError:
            return Then.ON if ends[-1] is Then.BREAK else ends[-1]
        if not is_known:
            return self._any_turn(statement, Iterated(None), frame)
        if ends or statement.else_body is None:
            return self._after(statement, frame) if ends else Then.ON
        return self._machine.statements.block(statement.else_body.body, frame)

    def _any_turn(self, statement: ForStmt, over: Iterated, frame: Frame) -> Then:
        """Follow a loop that goes round for an unknown number of times."""
        if over.is_some:
            self._machine.statements.assign(statement.index, over.item, frame, statement.expr)
            self._first_turn(statement, frame)
        else:
            with self._changes.perhaps(is_meant=True):
                self._machine.statements.assign(statement.index, over.item, frame, statement.expr)
                self._first_turn(statement, frame)
        with self._changes.perhaps():
            self._turns(statement, over.item, frame)
        return self._after(statement, frame)

    def _first_turn(self, statement: ForStmt, frame: Frame) -> None:
        then = self._machine.statements.block(statement.body.body, frame)
        if then is Then.ON:
            self._machine.donated.next_turn(statement, frame)

    def _after(self, statement: ForStmt | WhileStmt, frame: Frame) -> Then:
        """Follow what comes where no ``break`` leaves a loop, which it may or may not."""
        ends = (
            Then.ON if statement.else_body is None else self._machine.statements.perhaps(statement.else_body, frame)
        )
        return Then.PERHAPS if has(statement, ReturnStmt) else ends

    def as_long(self, statement: WhileStmt, frame: Frame) -> Then:
        """Follow a ``while``."""
        known: bool | None = True
        for _ in range(1 if self._is_endless(statement, frame) else MOST):
            met = self._machine.stale.condition(statement.expr, frame)
            need("`while`", statement.expr, met, "jax.lax.while_loop", self._machine)
            known = truth(met)
            if known is False:
                self._machine.effects.of_skipped([statement.body.body])
                last = () if statement.else_body is None else statement.else_body.body
                return self._machine.statements.block(last, frame)
            then = self._machine.statements.block(statement.body.body, frame) if known else Then.PERHAPS
            if then in (Then.RETURN, Then.RAISE):
                return then
            if then is Then.BREAK:
                return Then.ON
            if then is Then.PERHAPS:
                break
        with self._changes.perhaps(is_chosen=True):
            self._turns(statement, UNKNOWN, frame)
        return self._after(statement, frame) if known is None else Then.PERHAPS

    def _is_endless(self, statement: WhileStmt, frame: Frame) -> bool:
        """Return whether a loop goes on until nobody asks for more, and its variables may be of any turn."""
        is_left = has(statement, BreakStmt) or has(statement, ReturnStmt)
        return _is_true(statement.expr) and not is_left and not self._changes.is_certain(frame.regions)

    def _turns(self, statement: ForStmt | WhileStmt, item: Thing, frame: Frame) -> None:
        """Follow turns of a loop that may not come about, until they make nothing less known."""
        for _ in range(_PASSES):
            before, first = len(self._changes.losses), Row(self._changes.regions).number
            if isinstance(statement, ForStmt):
                self._machine.statements.assign(statement.index, item, frame, statement.expr)
            else:
                self._machine.expressions.value(statement.expr, frame)
            self._machine.statements.block(statement.body.body, frame)
            if not self._changes.lost_since(before, first):
                return
        self._machine.statements.unknown(statement, frame)
