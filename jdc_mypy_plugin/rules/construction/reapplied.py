"""Expressions that give something else when they are applied to their own result: ``10 ** (level / 20)``.

They are calculated for a few numbers. ``angle % 360`` gives the same once more, and so bears to run again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from mypy.nodes import (
    CallExpr,
    Expression,
    ExpressionStmt,
    FloatExpr,
    FuncDef,
    IntExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    ReturnStmt,
    StrExpr,
    SymbolNode,
    UnaryExpr,
)

from .demands import of_self
from .grown import grows

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
    **dict.fromkeys(("array", "asarray"), float),
}


def _clipped(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


_OF_SEVERAL: Final[dict[str, Callable[..., float]]] = {
    "maximum": max,
    "minimum": min,
    "clip": _clipped,
    **{name: _OPERATIONS[operator] for name, operator in (("add", "+"), ("subtract", "-"), ("multiply", "*"))},
    **{name: _OPERATIONS[operator] for name, operator in (("divide", "/"), ("mod", "%"), ("power", "**"))},
}
"""Functions of several numbers, by their names in NumPy."""
_COUNTS: Final = {"clip": 3}
"""How many numbers each of these takes; two where it does not stand here."""

_FILLED: Final = {
    **dict.fromkeys(("ones", "ones_like", "eye", "identity"), 1.0),
    **dict.fromkeys(("zeros", "zeros_like"), 0.0),
}
"""Functions that make arrays of one number, or of one on the diagonal, which is enough to show a change."""

_CHANGES_AGAIN: Final = frozenset(
    (
        *(
            "log",
            "log2",
            "log10",
            "log1p",
            "exp",
            "exp2",
            "expm1",
            "sqrt",
            "cbrt",
            "square",
            "reciprocal",
            "negative",
        ),
        *(
            "sin",
            "cos",
            "tan",
            "tanh",
            "arctanh",
            "softplus",
            "sigmoid",
            "logit",
            "cumsum",
            "transpose",
            "expand_dims",
        ),
        *("softmax", "inv", "flip", "flipud", "fliplr", "moveaxis", "swapaxes", "rot90"),
        *("deg2rad", "radians", "rad2deg", "degrees"),
    )
)
"""Functions of JAX and NumPy that give something else when applied to their own result."""
_METHODS_CHANGING_AGAIN: Final = frozenset(("transpose", "swapaxes", "cumsum", "cumprod"))
"""Methods of arrays that do so."""


class Calculation(NamedTuple):
    """Calculates expressions that start from the value of one field."""

    is_start: Callable[[Expression], bool]
    """Tells whether an expression is the value that the calculation starts from."""
    source: Callable[[Expression], Expression]
    """Gives what a name stands for."""
    is_own: Callable[[FuncDef], bool]
    """Tells whether a function is one of the module, whose body may be read."""
    known: Mapping[SymbolNode, float]
    """The parameters whose value is known."""
    defaults: Mapping[str, float] = MappingProxyType({})
    """The fields that keep a number unless an object is given another."""

    def changes_again(self, value: Expression) -> bool:
        """Return whether a calculation changes its own result."""
        changes: list[bool] = []
        for sample in _SAMPLES:
            try:
                once = self._calculated(value, sample)
                twice = None if once is None else self._calculated(value, once)
            except (ArithmeticError, ValueError):
                continue
            if once is None or twice is None:
                return False
            changes.append(not math.isclose(sample, once) and not math.isclose(once, twice))
        return len(changes) >= _ENOUGH and all(changes)

    def _calculated(self, written: Expression, start: float) -> float | None:
        """Return the result of a calculation; None where it is not known how to calculate it."""
        value = self.source(written)
        number = start if self.is_start(value) else self._number(value)
        if number is not None or isinstance(value, RefExpr):
            return number
        function, given = _applied(value)
        operands = [self._calculated(each, start) for each in given]
        known = [each for each in operands if each is not None]
        if len(known) != len(operands):
            return None
        return self._returned(value, known, start) if function is None else function(*known)

    def _number(self, value: Expression) -> float | None:
        """Return a number that is written out, or what a parameter, a field or a constant stands for."""
        if isinstance(value, IntExpr | FloatExpr):
            return float(value.value)
        if isinstance(value, NameExpr) and value.node is not None and value.node in self.known:
            return self.known[value.node]
        field = of_self(value)
        if field is not None:
            return self.defaults.get(field)
        callee = value.callee if isinstance(value, CallExpr) else None
        if isinstance(callee, RefExpr):
            return _FILLED.get(_name(callee))
        return _CONSTANTS.get(_name(value)) if isinstance(value, RefExpr) else None

    def _returned(self, call: Expression, given: list[float], start: float) -> float | None:
        """Return the result of a function of the module that does nothing but return an expression."""
        function = call.callee.node if isinstance(call, CallExpr) and isinstance(call.callee, NameExpr) else None
        if not isinstance(function, FuncDef) or not self.is_own(function):
            return None
        variables = [each.variable for each in function.arguments]
        is_recursive = any(each in self.known for each in variables)
        *before, last = function.body.body
        is_plain = all(isinstance(each, ExpressionStmt) and isinstance(each.expr, StrExpr) for each in before)
        if (
            is_recursive
            or not given
            or len(variables) != len(given)
            or not is_plain
            or not isinstance(last, ReturnStmt)
        ):
            return None
        inside = self._replace(known={**self.known, **dict(zip(variables, given, strict=True))})
        return None if last.expr is None else inside._calculated(last.expr, start)


def is_changed(value: Expression, calculation: Calculation, *, is_sole: bool) -> bool:
    """Return whether a value is another one than that it starts from, whatever that is.

    ``is_sole`` tells that the method gives the field no other value.
    """
    is_start = calculation.is_start
    if calculation.changes_again(value) or (is_sole and grows(value, is_start)):
        return True
    if not isinstance(value, CallExpr) or not isinstance(value.callee, RefExpr):
        return False
    callee = value.callee
    if isinstance(callee, MemberExpr) and callee.name in _METHODS_CHANGING_AGAIN and is_start(callee.expr):
        return True
    if not value.args:
        return False
    module, _, function = callee.fullname.rpartition(".")
    is_known = module.startswith(("jax", "numpy", "math")) and function in _CHANGES_AGAIN
    return is_known and is_start(value.args[0])


def _applied(value: Expression) -> tuple[Callable[..., float] | None, list[Expression]]:
    """Return the function that an expression applies, and what to; None where it is not known."""
    if isinstance(value, OpExpr):
        return _OPERATIONS.get(value.op), [value.left, value.right]
    if isinstance(value, UnaryExpr) and value.op == "-":
        return float.__neg__, [value.expr]
    is_plain = isinstance(value, CallExpr) and all(kind.is_positional() for kind in value.arg_kinds)
    if isinstance(value, CallExpr) and isinstance(value.callee, RefExpr) and is_plain:
        name = _name(value.callee)
        if len(value.args) == 1:
            return _FUNCTIONS.get(name), value.args
        return _OF_SEVERAL.get(name) if len(value.args) == _COUNTS.get(name, 2) else None, value.args
    return None, []


def _name(reference: RefExpr) -> str:
    """Return the name of something of JAX, NumPy or `math`, without its module."""
    module, _, name = reference.fullname.rpartition(".")
    return name if module.partition(".")[0] in _LIBRARIES else ""
