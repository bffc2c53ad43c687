"""Python literals: the scalar types that array libraries read them as."""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    CallExpr,
    ComplexExpr,
    Expression,
    FloatExpr,
    IntExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    UnaryExpr,
)

from .constants import integer
from .scope import ModuleScope

_SCALARS: Final = ("bool", "int", "float", "complex")
"""Python's scalar types, each promoted to the next."""
_MADE: Final = {f"builtins.{name}": name for name in _SCALARS}
_LARGEST: Final = 2**31 - 1
"""Beyond it the dtype of a Python integer depends on its value."""


def scalar(expression: Expression) -> str | None:
    """Return the Python scalar type of a literal: bool, int, float or complex."""
    if isinstance(expression, NameExpr):
        return "bool" if expression.fullname in ("builtins.True", "builtins.False") else None
    if isinstance(expression, IntExpr):
        return "int" if expression.value <= _LARGEST else None
    if isinstance(expression, FloatExpr):
        return "float"
    if isinstance(expression, ComplexExpr):
        return "complex"
    if isinstance(expression, UnaryExpr) and expression.op in ("-", "+"):
        kind = scalar(expression.expr)
        return "int" if kind == "bool" else kind
    return _calculated(expression) if isinstance(expression, OpExpr) else None


def _calculated(expression: OpExpr) -> str | None:
    """Return the type of arithmetic between floats and complex numbers; that of integers may overflow."""
    kinds = (scalar(expression.left), scalar(expression.right))
    if expression.op not in ("+", "-", "*", "/") or None in kinds:
        return None
    highest = max((kind for kind in kinds if kind), key=_SCALARS.index)
    return highest if highest in ("float", "complex") else None


def scalar_in(expression: Expression, scope: ModuleScope) -> str | None:
    """Return the type of a Python scalar: a literal, a constant, ``float(x)``."""
    if isinstance(expression, CallExpr):
        callee = expression.callee
        return _MADE.get(callee.fullname) if isinstance(callee, RefExpr) else None
    kind = scalar(expression)
    if kind is None and isinstance(expression, RefExpr):
        return None if integer(expression, scope) is None else "int"
    return kind
