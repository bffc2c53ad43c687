"""Python literals as array libraries read them: scalars, and nested lists of them."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import ComplexExpr, Expression, FloatExpr, IntExpr, NameExpr, OpExpr, UnaryExpr

from jdc_spec.shapes import Shape, agree

from .flavours import PYTHON_SCALARS, Flavour
from .value import ArrayValue, Origin

_LARGEST = 2**31 - 1
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
    highest = max((kind for kind in kinds if kind), key=PYTHON_SCALARS.index)
    return highest if highest in ("float", "complex") else None


def stacked(items: Sequence[ArrayValue]) -> ArrayValue:
    """Return what a list of values is to an array library; of Python scalars, still Python's type."""
    if not items:
        return ArrayValue((0,), "float", Origin.SCALAR)
    is_python = all(item.origin is Origin.SCALAR for item in items)
    origin = Origin.SCALAR if is_python else Origin.ARRAY
    return ArrayValue(_stacked_shape([item.sizes for item in items]), _common_dtype(items, is_python), origin)


def converted(value: ArrayValue, flavour: Flavour) -> ArrayValue:
    """Return the array that a library makes of a value."""
    if value.dtype is None:
        return ArrayValue(value.shape, None, Origin.ARRAY)
    if value.origin is Origin.SCALAR:
        return ArrayValue(value.shape, flavour.scalars[value.dtype], Origin.ARRAY)
    return ArrayValue(value.shape, flavour.adopt(value.dtype), Origin.ARRAY)


def _stacked_shape(shapes: Sequence[Shape | None]) -> Shape | None:
    first = shapes[0]
    if first is None or any(shape is None or not agree(shape, first) for shape in shapes):
        return None
    return (len(shapes), *first)


def _common_dtype(items: Sequence[ArrayValue], is_python: bool) -> str | None:
    dtypes = [item.dtype for item in items if item.dtype is not None]
    if len(dtypes) != len(items):
        return None
    if is_python:
        return max(dtypes, key=PYTHON_SCALARS.index)
    return dtypes[0] if len(set(dtypes)) == 1 and all(item.origin is Origin.ARRAY for item in items) else None
