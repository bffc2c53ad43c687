"""The evaluator for what is evident from the source alone."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, MemberExpr, RefExpr

from jdc_spec.arrays import ARRAY_CLASSES

from ..model import PytreeField, model_of, pytree_bases
from ..per_module import PerModule
from ..reading.metadata import dtype_named
from .calls import bind
from .constants import unfold
from .creation import CREATORS, Call
from .flavours import JAX, NUMPY
from .instances import instance_of
from .literals import scalar
from .reader import ArgumentReader
from .scope import ModuleScope
from .value import UNKNOWN, ArrayValue, Origin

_ARRAYS: Final = ARRAY_CLASSES | {"numpy.generic"}
_SCOPES: Final = PerModule(ModuleScope)
_PYTHON_SCALARS: Final = {f"builtins.{name}": name for name in ("bool", "int", "float", "complex")}


class Evaluator:
    """Evaluates expressions of one module while mypy checks it."""

    def __init__(self, api: TypeChecker) -> None:
        self._api = api
        self._scope = _SCOPES.of(api.tree)
        self._reader = ArgumentReader(self._scope, self.evaluate)
        self._open: set[int] = set()
        """Expressions under evaluation: a name may be bound to an expression that mentions it."""

    def evaluate(self, expression: Expression) -> ArrayValue:
        """Return what is evident of the value of an expression. A list or tuple is no array, but a pytree."""
        value = unfold(expression, self._scope)
        if id(value) in self._open:
            return UNKNOWN
        self._open.add(id(value))
        try:
            return self._evaluate(value)
        finally:
            self._open.remove(id(value))

    def source(self, expression: Expression) -> Expression:
        """Return the expression that a name bound once stands for, or the expression itself."""
        return unfold(expression, self._scope)

    def _evaluate(self, expression: Expression) -> ArrayValue:
        kind = scalar(expression)
        if kind is not None:
            return ArrayValue((), kind, Origin.SCALAR)
        if isinstance(expression, CallExpr):
            return self._call(expression)
        if isinstance(expression, RefExpr) and self._reader.integer(expression) is not None:
            return ArrayValue((), "int", Origin.SCALAR)
        return self._field(expression) if isinstance(expression, MemberExpr) else UNKNOWN

    def _call(self, call: CallExpr) -> ArrayValue:
        name = self._scope.imported(call.callee)
        if name in CREATORS:
            creator = CREATORS[name]
            arguments = bind(call, creator.parameters)
            return UNKNOWN if arguments is None else creator.make(Call(arguments, self._reader, creator.flavour))
        if name:
            return self._scalar_type(call, name)
        if isinstance(call.callee, RefExpr) and call.callee.fullname in _PYTHON_SCALARS:
            return ArrayValue((), _PYTHON_SCALARS[call.callee.fullname], Origin.SCALAR)
        return self._astype(call, call.callee) if isinstance(call.callee, MemberExpr) else UNKNOWN

    def _scalar_type(self, call: CallExpr, name: str) -> ArrayValue:
        """``jnp.float32(x)``: an array of that dtype."""
        found = dtype_named(name)
        arguments = bind(call, ("x",))
        if found is None or arguments is None:
            return UNKNOWN
        dtype = self._reader.dtype(call.callee, NUMPY if name.startswith("numpy.") else JAX)
        given = arguments.get("x")
        shape = () if given is None else self._reader.value(given).shape
        return UNKNOWN if dtype is None else ArrayValue(shape, dtype, Origin.ARRAY)

    def _astype(self, call: CallExpr, method: MemberExpr) -> ArrayValue:
        arguments = bind(call, ("dtype",)) if method.name == "astype" else None
        requested = arguments.get("dtype") if arguments is not None else None
        if requested is None:
            return UNKNOWN
        receiver = self.evaluate(method.expr)
        if receiver.origin is not Origin.ARRAY and not self._is_array(method.expr):
            return UNKNOWN
        return ArrayValue(receiver.shape, self._reader.dtype(requested, JAX), Origin.ARRAY)

    def _is_array(self, expression: Expression) -> bool:
        instance = instance_of(expression, self._api)
        return instance is not None and any(base.fullname in _ARRAYS for base in instance.type.mro)

    def _field(self, expression: MemberExpr) -> ArrayValue:
        """``obj.image``: what the field's annotation says."""
        field = self._field_of(expression)
        if field is None or field.array is None:
            return UNKNOWN
        dtype = field.array.dtype
        return ArrayValue(field.array.shape, None if dtype is None else dtype.name, Origin.DECLARED)

    def _field_of(self, expression: MemberExpr) -> PytreeField | None:
        instance = instance_of(expression.expr, self._api)
        base = None if instance is None else next(pytree_bases(instance.type), None)
        model = None if base is None else model_of(base)
        return None if model is None else model.fields.get(expression.name)
