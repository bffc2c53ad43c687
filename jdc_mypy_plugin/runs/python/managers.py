"""Managers of ``with`` blocks."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from mypy.nodes import CallExpr, Expression, RefExpr, WithStmt

from ...libraries.registry import COPIERS
from ..things import Frame, Thing, Yielding
from .generators import run_through
from .turns import Then

if TYPE_CHECKING:
    from ..machine import Machine


def lets_pass(manager: Expression) -> bool:
    """Return whether a block under a manager runs to its end or the program does not go on."""
    callee = manager.callee if isinstance(manager, CallExpr) else manager
    name = callee.fullname if isinstance(callee, RefExpr) else ""
    return name in COPIERS or name.startswith(("jax.", "jax._src.", "builtins.open", "equinox.", "numpy."))


def under_generator(statement: WithStmt, manager: Yielding, frame: Frame, machine: Machine) -> Then | None:
    """Follow a block under a function of ``contextlib.contextmanager``: where that yields, the block runs.

    Return None where the function is not known, or is not certain to yield once.
    """
    around = machine.changes.regions
    ends: list[Then] = []

    def enter(item: Thing) -> None:
        is_certain = machine.changes.regions == around and not ends
        with machine.at(frame), contextlib.nullcontext() if is_certain else machine.changes.perhaps():
            target = statement.target[0]
            if target is not None:
                machine.statements.assign(target, item, frame, statement.expr[0])
            then = machine.statements.block(statement.body.body, frame)
        ends.append(then if is_certain else Then.PERHAPS if then is not Then.ON else then)

    if not run_through(manager, machine, enter) or not ends:
        return None
    return ends[0] if len(ends) == 1 else Then.PERHAPS
