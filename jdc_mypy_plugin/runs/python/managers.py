"""Managers of ``with`` blocks."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from mypy.nodes import CallExpr, Expression, NameExpr, RefExpr, WithStmt

from jdc_operations.values import NONE, UNKNOWN

from ...libraries.registry import COPIERS
from ...model.functions.swallowed_errors import keeps_errors
from ...syntax.walk import descendants
from ..attributes import special
from ..things import Frame, Object, Thing, Yielding
from .generators import run_through
from .turns import Then

if TYPE_CHECKING:
    from ..machine import Machine


def lets_pass(manager: Expression) -> bool:
    """Return whether a block under a manager runs to its end or the program does not go on."""
    callee = manager.callee if isinstance(manager, CallExpr) else manager
    name = callee.fullname if isinstance(callee, RefExpr) else ""
    return name in COPIERS or name.startswith(("jax.", "jax._src.", "builtins.open", "equinox.", "numpy."))


def _is_plain(manager: Expression) -> bool:
    """Return whether a manager makes a copy that may change, or names what runs inside."""
    callee = manager.callee if isinstance(manager, CallExpr) else manager
    name = callee.fullname if isinstance(callee, RefExpr) else ""
    return name in COPIERS or name.endswith(".named_scope")


def follow_with(statement: WithStmt, frame: Frame, machine: Machine, position: int = 0) -> Then:
    """Follow a block under its managers, from one of them on."""
    if position == len(statement.expr):
        return machine.statements.block(statement.body.body, frame)
    manager = machine.expressions.value(statement.expr[position], frame)
    then = None
    if isinstance(manager, Yielding):
        then = _under_generator(statement, manager, frame, machine, position)
    elif isinstance(manager, Object):
        then = _under_own(statement, manager, frame, machine, position)
    return _under_any(statement, manager, frame, machine, position) if then is None else then


def _assign(statement: WithStmt, position: int, thing: Thing, frame: Frame, machine: Machine) -> None:
    target = statement.target[position]
    if target is not None:
        machine.statements.assign(target, thing, frame, statement.expr[position])


def _under_any(statement: WithStmt, manager: Thing, frame: Frame, machine: Machine, position: int) -> Then:
    written = statement.expr[position]
    if not _is_plain(written):
        machine.effects.note()
    if lets_pass(written):
        _assign(statement, position, manager, frame, machine)
        return follow_with(statement, frame, machine, position + 1)
    machine.changes.forget(manager)
    _assign(statement, position, UNKNOWN, frame, machine)
    with machine.changes.perhaps():
        then = follow_with(statement, frame, machine, position + 1)
    first = machine.stale.count
    for name in descendants(written):
        if isinstance(name, NameExpr):
            machine.changes.forget(machine.expressions.value(name, frame))
    machine.stale.forget(first, NONE)
    return Then.ON if then in (Then.ON, Then.RAISE) else Then.PERHAPS


def _under_own(statement: WithStmt, manager: Object, frame: Frame, machine: Machine, position: int) -> Then | None:
    """Follow a block under a manager of the module; None where that may keep errors to itself."""
    enter, leave = (special(manager, name, machine) for name in ("__enter__", "__exit__"))
    if enter is None or leave is None or manager.info is None or keeps_errors(manager.info):
        return None
    _assign(statement, position, machine.calls.apply(enter, [], {}, None), frame, machine)
    then = follow_with(statement, frame, machine, position + 1)
    machine.calls.apply(leave, [NONE, NONE, NONE], {}, None)
    return then


def _under_generator(
    statement: WithStmt, manager: Yielding, frame: Frame, machine: Machine, position: int
) -> Then | None:
    """Follow a block under a function of ``contextlib.contextmanager``: where that yields, the block runs.

    Return None where the function is not known, or does not come to a ``yield``.
    """
    around = machine.changes.regions
    ends: list[Then] = []

    def enter(item: Thing) -> None:
        is_certain = machine.changes.regions == around and not ends
        with machine.at(frame), contextlib.nullcontext() if is_certain else machine.changes.perhaps():
            _assign(statement, position, item, frame, machine)
            then = follow_with(statement, frame, machine, position + 1)
        ends.append(then if is_certain or then is Then.ON else Then.PERHAPS)

    if not run_through(manager, machine, enter) or not ends:
        return None
    return ends[0] if len(ends) == 1 else Then.PERHAPS
