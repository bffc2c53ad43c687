"""Reading arguments: sizes, shapes, dtypes, values that may be literal lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mypy.nodes import (
    CallExpr,
    Expression,
    FloatExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    UnaryExpr,
)

from jdc_spec.dtypes import EXACT, canonical
from jdc_spec.shapes import Shape

from ..model.array_annotations import dtype_named
from .constants import integer, unfold
from .flavours import NUMPY, PYTHON_SCALARS, Flavour
from .literals import stacked
from .scope import ModuleScope
from .value import ArrayValue, Origin

_DTYPE_MAKERS = ("numpy.dtype", "jax.numpy.dtype")


@dataclass(frozen=True, slots=True)
class ArgumentReader:
    """Reads the arguments of creation functions."""

    scope: ModuleScope
    evaluate: Callable[[Expression], ArrayValue]

    def value(self, expression: Expression) -> ArrayValue:
        """Return the value of an argument; a list is read here only where it is written, as it may change."""
        if isinstance(expression, ListExpr | TupleExpr) and not _is_starred(expression):
            return stacked([self.value(item) for item in expression.items])
        return self.evaluate(expression)

    def integer(self, expression: Expression) -> int | None:
        """Return a whole number, or None."""
        return integer(expression, self.scope)

    def sizes(self, expression: Expression) -> Shape | None:
        """Return a shape written as a tuple, a list or a number, or taken from an array."""
        value = unfold(expression, self.scope)
        if isinstance(value, TupleExpr) or (isinstance(value, ListExpr) and value is expression):
            return None if _is_starred(value) else self.axes(value.items)
        if isinstance(value, MemberExpr) and value.name == "shape":
            owner = self.evaluate(value.expr)
            return None if owner.origin is Origin.SCALAR else owner.sizes
        size = self._size(value)
        return None if size is None else (size,)

    def axes(self, sizes: Sequence[Expression]) -> Shape:
        """Return a shape written as one expression for each axis."""
        return tuple(self._size(item) for item in sizes)

    def whole(self, expression: Expression) -> int | None:
        """Return a whole number, ``4`` or ``4.0``, or None."""
        value = unfold(expression, self.scope)
        if isinstance(value, UnaryExpr) and value.op == "-":
            number = self.whole(value.expr)
            return None if number is None else -number
        if isinstance(value, FloatExpr):
            return int(value.value) if value.value.is_integer() else None
        return self.integer(value)

    def dtype(self, expression: Expression, flavour: Flavour) -> str | None:
        """Return the dtype that an array gets where ``expression`` is requested, or None."""
        value = unfold(expression, self.scope)
        if isinstance(value, NameExpr) and value.fullname.startswith("builtins."):
            return flavour.scalars.get(value.name)
        if isinstance(value, StrExpr):
            return _named(value.value, flavour)
        if (
            isinstance(value, CallExpr)
            and self.scope.imported(value.callee) in _DTYPE_MAKERS
            and len(value.args) == 1
        ):
            made = self.dtype(value.args[0], NUMPY)
            return None if made is None else flavour.adopt(made)
        if isinstance(value, MemberExpr) and value.name == "dtype":
            owner = self.evaluate(value.expr)
            return None if owner.dtype is None or owner.origin is Origin.SCALAR else flavour.adopt(owner.dtype)
        found = dtype_named(self.scope.imported(value))
        return None if found is None else _named(found.name, flavour)

    def _size(self, expression: Expression) -> int | None:
        number = self.integer(expression)
        return number if number is not None and number >= 0 else None


def _named(name: str, flavour: Flavour) -> str | None:
    """Return the dtype for a name: an exact dtype, or a Python scalar type."""
    exact = canonical(name)
    if exact in PYTHON_SCALARS:
        return flavour.scalars[exact]
    return flavour.adopt(exact) if exact is not None and exact in EXACT else None


def _is_starred(expression: ListExpr | TupleExpr) -> bool:
    return any(isinstance(item, StarExpr) for item in expression.items)
