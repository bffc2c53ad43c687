"""The cases of a ``match``, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mypy.nodes import MatchStmt
from mypy.patterns import AsPattern, OrPattern, Pattern, ValuePattern

from .things import Frame, Thing, key_of, truth
from .turns import Then

if TYPE_CHECKING:
    from .machine import Machine


def ends_of(statement: MatchStmt, frame: Frame, machine: Machine) -> Sequence[Then] | None:
    """Follow the cases that a run may come to, and return how it goes on behind each; None of unknown patterns."""
    if not all(map(_is_plain, statement.patterns)):
        return None
    subject = machine.expressions.value(statement.subject, frame)
    ends: list[Then] = []
    for pattern, guard, body in zip(statement.patterns, statement.guards, statement.bodies, strict=True):
        fits = _fits(pattern, subject, frame, machine)
        if fits is False:
            continue
        if isinstance(pattern, AsPattern) and pattern.name is not None:
            with machine.changes.perhaps():
                machine.statements.assign(pattern.name, subject, frame, statement.subject)
        if guard is not None:
            met = truth(machine.expressions.value(guard, frame))
            fits = None if fits is None and met else met
        if fits is True and not ends:
            return [machine.statements.block(body.body, frame)]
        if fits is not False:
            ends.append(machine.statements.perhaps(body, frame))
        if fits is True:
            return ends
    return [*ends, Then.ON]


def _is_plain(pattern: Pattern) -> bool:
    if isinstance(pattern, OrPattern):
        return all(isinstance(each, ValuePattern) for each in pattern.patterns)
    return isinstance(pattern, ValuePattern) or (isinstance(pattern, AsPattern) and pattern.pattern is None)


def _fits(pattern: Pattern, subject: Thing, frame: Frame, machine: Machine) -> bool | None:
    """Return whether a subject fits a pattern; None where that is not known."""
    if isinstance(pattern, OrPattern):
        each = [_fits(inner, subject, frame, machine) for inner in pattern.patterns]
        return True if True in each else None if None in each else False
    if not isinstance(pattern, ValuePattern):
        return True
    value, wanted = key_of(subject), key_of(machine.expressions.value(pattern.expr, frame))
    return None if value is None or wanted is None else value == wanted
