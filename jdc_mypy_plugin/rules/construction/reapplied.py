"""Expressions that give something else when they are applied to their own result: ``10 ** (level / 20)``.

They are calculated for a few numbers. ``angle % 360`` gives the same once more, and so bears to run again.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from mypy.nodes import CallExpr, Expression, FloatExpr, IntExpr, OpExpr, RefExpr, UnaryExpr

_SAMPLES: Final = (0.37, 2.9, 17.0)
_ENOUGH: Final = 2
"""How many of these must be in the domain of an expression."""
_LIBRARIES: Final = ("jax", "numpy", "math")
_CONSTANTS: Final = {"pi": math.pi, "e": math.e}
_OPERATIONS: Final[dict[str, Callable[[float, float], float]]] = {
    "+": float.__add__,
    "-": float.__sub__,
    "*": float.__mul__,
    "/": float.__truediv__,
    "//": float.__floordiv__,
    "%": float.__mod__,
    "**": math.pow,
}
_FUNCTIONS: Final[dict[str, Callable[[float], float]]] = {
    **{name: getattr(math, name) for name in ("log", "log2", "log10", "log1p", "exp", "exp2", "expm1")},
    **{name: getattr(math, name) for name in ("sqrt", "cbrt", "sin", "cos", "tan", "tanh", "radians", "degrees")},
    "abs": abs,
    "absolute": abs,
    "deg2rad": math.radians,
    "rad2deg": math.degrees,
    "square": lambda value: value * value,
    "reciprocal": lambda value: 1 / value,
    "negative": float.__neg__,
}


def changes_again(value: Expression, is_start: Callable[[Expression], bool]) -> bool:
    """Return whether a calculation changes its own result; ``is_start`` tells what the calculation starts from."""
    changes: list[bool] = []
    for sample in _SAMPLES:
        try:
            once = _calculated(value, is_start, sample)
            twice = None if once is None else _calculated(value, is_start, once)
        except (ArithmeticError, ValueError):
            continue
        if once is None or twice is None:
            return False
        changes.append(not math.isclose(sample, once) and not math.isclose(once, twice))
    return len(changes) >= _ENOUGH and all(changes)


def _calculated(value: Expression, is_start: Callable[[Expression], bool], start: float) -> float | None:
    """Return the result of a calculation; None where it is not known how to calculate it."""
    if is_start(value):
        return start
    if isinstance(value, IntExpr | FloatExpr):
        return float(value.value)
    if isinstance(value, RefExpr):
        return _CONSTANTS.get(_name(value))
    function, given = _applied(value)
    operands = [_calculated(each, is_start, start) for each in given]
    known = [each for each in operands if each is not None]
    return function(*known) if function is not None and len(known) == len(operands) else None


def _applied(value: Expression) -> tuple[Callable[..., float] | None, list[Expression]]:
    """Return the function that an expression applies, and what to; None where it is not known."""
    if isinstance(value, OpExpr):
        return _OPERATIONS.get(value.op), [value.left, value.right]
    if isinstance(value, UnaryExpr) and value.op == "-":
        return float.__neg__, [value.expr]
    if isinstance(value, CallExpr) and isinstance(value.callee, RefExpr) and len(value.args) == 1:
        return _FUNCTIONS.get(_name(value.callee)), value.args
    return None, []


def _name(reference: RefExpr) -> str:
    """Return the name of something of JAX, NumPy or `math`, without its module."""
    module, _, name = reference.fullname.rpartition(".")
    return name if module.partition(".")[0] in _LIBRARIES else ""
