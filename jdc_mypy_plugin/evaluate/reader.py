"""From the expression of an argument to its value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

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

from ..model.array_annotations import dtype_named
from .arguments import UNKNOWN_SIZE, DTypeValue, Items, Scalar, Value, as_dtype
from .constants import integer, unfold
from .flavours import NUMPY
from .scope import ModuleScope
from .value import UNKNOWN, ArrayValue, Origin

_DTYPE_MAKERS = ("numpy.dtype", "jax.numpy.dtype")
_TYPES = frozenset(f"builtins.{name}" for name in ("bool", "int", "float", "complex"))


@dataclass(frozen=True, slots=True)
class ArgumentReader:
    """Reads the arguments of array functions."""

    scope: ModuleScope
    evaluate: Callable[[Expression], ArrayValue]
    _open: set[int] = field(default_factory=set[int])
    """Tuples that are being read: one may hold the name that it is bound to."""

    def value(self, expression: Expression) -> Value:
        """Return the value of an argument; a list is read only where it is written, as it may change."""
        found = unfold(expression, self.scope)
        if isinstance(found, TupleExpr) or (isinstance(found, ListExpr) and found is expression):
            return self._items(found, is_written_here=found is expression)
        dtype = self._dtype(found)
        if dtype is not None:
            return dtype
        shape = self._shape(found)
        return self._array_or_scalar(expression) if shape is None else shape

    def _items(self, found: TupleExpr | ListExpr, *, is_written_here: bool) -> Value:
        if id(found) in self._open or any(isinstance(item, StarExpr) for item in found.items):
            return UNKNOWN
        self._open.add(id(found))
        try:
            return Items(
                tuple(
                    UNKNOWN if isinstance(item, ListExpr) and not is_written_here else self.value(item)
                    for item in found.items
                )
            )
        finally:
            self._open.remove(id(found))

    def _array_or_scalar(self, expression: Expression) -> Value:
        evaluated, number = self.evaluate(expression), self._number(expression)
        if evaluated.origin is Origin.SCALAR and evaluated.shape == ():
            return Scalar(evaluated.dtype, number)
        return evaluated if number is None else Scalar(None, number)

    def integer(self, expression: Expression) -> int | None:
        """Return a whole number, or None."""
        return integer(expression, self.scope)

    def _number(self, expression: Expression) -> int | float | None:
        found = unfold(expression, self.scope)
        if isinstance(found, UnaryExpr) and found.op == "-":
            number = self._number(found.expr)
            return None if number is None else -number
        return found.value if isinstance(found, FloatExpr) else self.integer(found)

    def _shape(self, expression: Expression) -> Items | None:
        """Read ``x.shape``."""
        if not isinstance(expression, MemberExpr) or expression.name != "shape":
            return None
        owner = self.evaluate(expression.expr)
        if owner.origin is Origin.SCALAR or owner.sizes is None:
            return None
        sizes = (Scalar(None, size) if isinstance(size, int) else UNKNOWN_SIZE for size in owner.sizes)
        return Items(tuple(sizes))

    def _dtype(self, expression: Expression) -> DTypeValue | None:
        if isinstance(expression, NameExpr) and expression.fullname in _TYPES:
            return DTypeValue(expression.name)
        if isinstance(expression, StrExpr):
            return DTypeValue(expression.value)
        if isinstance(expression, CallExpr):
            return self._made_dtype(expression)
        if isinstance(expression, MemberExpr) and expression.name == "dtype":
            owner = self.evaluate(expression.expr)
            is_array = owner.dtype is not None and owner.origin is not Origin.SCALAR
            return DTypeValue(owner.dtype, is_of_array=True) if owner.dtype is not None and is_array else None
        named = dtype_named(self.scope.imported(expression))
        return None if named is None else DTypeValue(named.name)

    def _made_dtype(self, call: CallExpr) -> DTypeValue | None:
        """Read ``np.dtype(...)``."""
        if self.scope.imported(call.callee) not in _DTYPE_MAKERS or len(call.args) != 1:
            return None
        made = as_dtype(self._dtype(unfold(call.args[0], self.scope)), NUMPY)
        return None if made is None else DTypeValue(made)
