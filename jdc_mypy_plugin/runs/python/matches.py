"""The cases of a ``match``, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

from mypy.nodes import MatchStmt
from mypy.patterns import AsPattern, OrPattern, Pattern, SequencePattern, StarredPattern, ValuePattern

from jdc_operations.values import UNKNOWN, Scalar, Text

from ...syntax.walk import captures
from ..thing_values import key_of, truth
from ..things import Frame, Row, Table, Thing
from .iteration import iterated
from .turns import Then

if TYPE_CHECKING:
    from ..machine import Machine


def ends_of(statement: MatchStmt, frame: Frame, machine: Machine) -> Sequence[Then]:
    """Follow the cases that a run may come to, and return how it goes on behind each."""
    subject = machine.expressions.value(statement.subject, frame)
    ends: list[Then] = []
    for pattern, guard, body in zip(statement.patterns, statement.guards, statement.bodies, strict=True):
        fits = _fits(pattern, subject, frame, machine)
        if fits is False:
            continue
        with nullcontext() if fits and guard is None and not ends else machine.changes.perhaps():
            _bind(pattern, subject, frame, machine)
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


def _fits(pattern: Pattern, subject: Thing, frame: Frame, machine: Machine) -> bool | None:
    """Return whether a subject fits a pattern; None where that is not known."""
    if isinstance(pattern, OrPattern):
        each = [_fits(inner, subject, frame, machine) for inner in pattern.patterns]
        return True if True in each else None if None in each else False
    if isinstance(pattern, SequencePattern):
        return _fits_in_order(pattern, subject, frame, machine)
    if isinstance(pattern, AsPattern):
        return True if pattern.pattern is None else _fits(pattern.pattern, subject, frame, machine)
    if not isinstance(pattern, ValuePattern):
        return None
    value, wanted = key_of(subject), key_of(machine.expressions.value(pattern.expr, frame))
    return None if value is None or wanted is None else value == wanted


def _fits_in_order(pattern: SequencePattern, subject: Thing, frame: Frame, machine: Machine) -> bool | None:
    """Return whether a subject has the items that a pattern lists."""
    if isinstance(subject, Scalar | Text | Table):
        return False
    parts = _paired(pattern, subject, machine)
    if parts is None:
        return None
    if not parts and pattern.patterns:
        return False
    each = [_fits(inner, item, frame, machine) for inner, item in parts if not isinstance(inner, StarredPattern)]
    return False if False in each else None if None in each else True


def _paired(pattern: SequencePattern, subject: Thing, machine: Machine) -> list[tuple[Pattern, Thing]] | None:
    """Return each part of a pattern with its item, nothing if there are more or fewer; None where that is open."""
    items = iterated(subject, machine).items if isinstance(subject, Row) and not subject.is_once else None
    if items is None:
        return None
    wanted = pattern.patterns
    star = next((place for place, each in enumerate(wanted) if isinstance(each, StarredPattern)), None)
    if star is None:
        return list(zip(wanted, items, strict=True)) if len(wanted) == len(items) else []
    behind = len(wanted) - star - 1
    if len(items) < star + behind:
        return []
    last = len(items) - behind
    middle = Row(machine.changes.regions, items=items[star:last])
    given = [*items[:star], middle, *items[last:]]
    return list(zip(wanted, given, strict=True))


def _bind(pattern: Pattern, subject: Thing, frame: Frame, machine: Machine) -> None:
    """Give the names of a pattern what they stand for."""
    if isinstance(pattern, AsPattern | StarredPattern):
        name = pattern.name if isinstance(pattern, AsPattern) else pattern.capture
        if name is not None:
            machine.statements.assign(name, subject, frame, name)
        if isinstance(pattern, AsPattern) and pattern.pattern is not None:
            _bind(pattern.pattern, subject, frame, machine)
    elif isinstance(pattern, SequencePattern):
        parts = _paired(pattern, subject, machine)
        for inner, item in parts or [(each, UNKNOWN) for each in pattern.patterns]:
            _bind(inner, item, frame, machine)
    else:
        for each in captures(pattern):
            machine.statements.assign(each, UNKNOWN, frame, each)
