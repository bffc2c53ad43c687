"""Managers of ``with`` blocks that keep no errors to themselves."""

from __future__ import annotations

from mypy.nodes import CallExpr, Expression, RefExpr

from ...libraries.registry import COPIERS


def lets_pass(manager: Expression) -> bool:
    """Return whether a block under a manager runs to its end or the program does not go on."""
    callee = manager.callee if isinstance(manager, CallExpr) else manager
    name = callee.fullname if isinstance(callee, RefExpr) else ""
    return name in COPIERS or name.startswith(("jax.", "jax._src.", "builtins.open", "equinox.", "numpy."))
