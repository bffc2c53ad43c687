"""Writes that give the attribute's name as a string: ``setattr(obj, "x", 1)``, ``obj.__setattr__("x", 1)``."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy.nodes import CallExpr, Expression, MemberExpr, NameExpr

from ..functions import class_named
from .write_kinds import WriteKind

_FUNCTIONS: Final = {"setattr": WriteKind.ASSIGN, "delattr": WriteKind.DELETE}
_METHODS: Final = {"__setattr__": WriteKind.ASSIGN, "__delattr__": WriteKind.DELETE}

FUNCTIONS: Final = frozenset(f"builtins.{name}" for name in _FUNCTIONS)
METHODS: Final = frozenset(_METHODS)


class NamedWrite(NamedTuple):
    """How a call writes, and to what."""

    kind: WriteKind
    target: Expression
    name: int
    """Position of the argument that is the attribute's name."""


def named_write(call: CallExpr) -> NamedWrite | None:
    """Return what a call writes, ``builtins.setattr`` and ``State.__setattr__(state, ...)`` too; None for others."""
    callee = call.callee
    if not isinstance(callee, NameExpr | MemberExpr):
        return None
    if isinstance(callee, MemberExpr) and callee.name in _METHODS and class_named(callee.expr) is None:
        return NamedWrite(_METHODS[callee.name], callee.expr, 0) if call.args else None
    kind = (_FUNCTIONS | _METHODS).get(callee.name)
    return NamedWrite(kind, call.args[0], 1) if kind is not None and len(call.args) > 1 else None
