"""The values that literals and names of Python itself stand for, in terms of `jdc_operations`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from mypy.nodes import EllipsisExpr, Expression, FloatExpr, NameExpr, StrExpr

from jdc_operations.values import ELLIPSIS, NONE, DTypeValue, Scalar, Text, Value

from ..model.annotations.array_annotations import dtype_named
from .constants import integer
from .literals import scalar
from .scope import ModuleScope

_NAMED: Final[Mapping[str, Value]] = {
    "builtins.None": NONE,
    "builtins.True": Scalar("bool", value=True),
    "builtins.False": Scalar("bool", value=False),
    **{f"builtins.{name}": DTypeValue(name) for name in ("bool", "int", "float", "complex")},
}
KINDS: Final[Mapping[str, Literal["bool", "int", "float", "complex"]]] = {
    "bool": "bool",
    "int": "int",
    "float": "float",
    "complex": "complex",
}
_FLOATS: Final = frozenset(
    f"{module}.{name}"
    for module in ("math", "numpy", "jax.numpy")
    for name in ("pi", "e", "inf", "nan", "tau", "euler_gamma")
)
"""Numbers that modules name."""
_NEW_AXES: Final = ("numpy.newaxis", "jax.numpy.newaxis")
"""Other names of None."""


def literal_of(expression: Expression, scope: ModuleScope) -> Value | None:
    """Return what a literal says, a number that is calculated of such, or a name of Python or of a library."""
    number = integer(expression, scope)
    if number is not None:
        return Scalar("int", number)
    literal = written(expression)
    return of_imported(scope.imported(expression)) if literal is None else literal


def written(expression: Expression) -> Value | None:
    """Return what a literal says, or a name of Python itself."""
    if isinstance(expression, NameExpr):
        return of_python_name(expression.fullname)
    if isinstance(expression, FloatExpr):
        return Scalar("float", expression.value)
    if isinstance(expression, StrExpr):
        return Text(expression.value)
    if isinstance(expression, EllipsisExpr):
        return ELLIPSIS
    kind = KINDS.get(scalar(expression) or "")
    return None if kind is None else Scalar(kind)


def of_python_name(name: str) -> Value | None:
    """Return the truth value, the dtype or the None that Python gives a full name, or None for all others."""
    return _NAMED.get(name)


def of_imported(name: str) -> Value | None:
    """Return the dtype or the number that a library gives a full name, or None, as ``jnp.newaxis``."""
    if name in _FLOATS:
        return Scalar("float")
    if name in _NEW_AXES:
        return NONE
    named = dtype_named(name)
    return None if named is None else DTypeValue(named.name)
