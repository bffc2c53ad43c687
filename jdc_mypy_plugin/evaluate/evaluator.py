"""The evaluator for what is evident from the source alone."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ArgKind,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    IndexExpr,
    MemberExpr,
    OpExpr,
    RefExpr,
    UnaryExpr,
)

from jdc_spec.arrays import ARRAY_CLASSES, JAX_ARRAYS

from ..model.array_annotations import dtype_named
from ..model.classes import PytreeField, model_of, pytree_bases
from ..syntax.per_module import PerModule
from .arguments import Items, Value, as_array, as_dtype, as_sizes
from .calls import IRRELEVANT, Arguments, bind
from .constants import unfold
from .creation import Call
from .creators import CREATORS
from .flavours import JAX, NUMPY
from .instances import instance_of, may_be_none
from .literals import scalar
from .reader import ArgumentReader
from .scope import ModuleScope
from .value import UNKNOWN, ArrayValue, Origin, common_shape

if TYPE_CHECKING:
    from jdc_operations.values import ArrayValue as OperationArray

    from .operations import OperationReader

_ARRAYS: Final = ARRAY_CLASSES | {"numpy.generic"}
_OPERATIONS: Final = (CallExpr, OpExpr, UnaryExpr, ComparisonExpr, IndexExpr, MemberExpr)
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
            found = self._evaluate(value)
        finally:
            self._open.remove(id(value))
        return self._of_operation(value) if found is UNKNOWN and isinstance(value, _OPERATIONS) else found

    @functools.cached_property
    def _operations(self) -> OperationReader:
        from .operations import OperationReader  # noqa: PLC0415 - forty modules that few modules under check need

        return OperationReader(self._scope, self._array_of)

    def _of_operation(self, expression: Expression) -> ArrayValue:
        """Return what an operation on arrays makes."""
        from .operation_values import result_of  # noqa: PLC0415 - loads the rules of operations, as above

        return result_of(self._operations.value(expression))

    def _array_of(self, expression: Expression) -> OperationArray | None:
        """Return what is known of an array that is no operation: a field that its annotation tells, a variable."""
        from .operation_values import some_array, to_operation  # noqa: PLC0415

        declared = self._field(expression) if isinstance(expression, MemberExpr) else UNKNOWN
        instance = instance_of(expression, self._api)
        names = frozenset[str]() if instance is None else {base.fullname for base in instance.type.mro}
        if declared.origin is not None and names & JAX_ARRAYS:
            return to_operation(declared, "jax")
        if names & JAX_ARRAYS:
            return some_array("jax")
        return some_array("numpy") if "numpy.ndarray" in names else None

    def source(self, expression: Expression) -> Expression:
        """Return the expression that a name bound once stands for, or the expression itself."""
        return unfold(expression, self._scope)

    def _evaluate(self, expression: Expression) -> ArrayValue:
        kind = scalar(expression)
        if kind is not None:
            return ArrayValue((), kind, Origin.SCALAR)
        if isinstance(expression, CallExpr):
            return self._call(expression)
        if isinstance(expression, ConditionalExpr):
            return self._either(self.evaluate(expression.if_expr), self.evaluate(expression.else_expr))
        if isinstance(expression, RefExpr) and self._reader.integer(expression) is not None:
            return ArrayValue((), "int", Origin.SCALAR)
        return self._field(expression) if isinstance(expression, MemberExpr) else UNKNOWN

    def _call(self, call: CallExpr) -> ArrayValue:
        name = self._scope.imported(call.callee)
        if name in CREATORS:
            creator = CREATORS[name]
            arguments = bind(call, creator.parameters)
            return UNKNOWN if arguments is None else creator.make(Call(self._values(arguments), creator.flavour))
        if name:
            return self._scalar_type(call, name)
        if isinstance(call.callee, RefExpr) and call.callee.fullname in _PYTHON_SCALARS:
            return ArrayValue((), _PYTHON_SCALARS[call.callee.fullname], Origin.SCALAR)
        if not isinstance(call.callee, MemberExpr):
            return UNKNOWN
        return self._reshape(call, call.callee) if call.callee.name == "reshape" else self._astype(call, call.callee)

    def _values(self, arguments: Arguments) -> dict[str, Value]:
        """Return the values of the arguments that say something of shape or dtype."""
        names = [name for name in arguments.given if name not in IRRELEVANT]
        given = {name: arguments.get(name) for name in names}
        return {name: self._reader.value(expression) for name, expression in given.items() if expression is not None}

    def _scalar_type(self, call: CallExpr, name: str) -> ArrayValue:
        """``jnp.float32(x)``: an array of that dtype."""
        found = dtype_named(name)
        arguments = bind(call, ("x",))
        if found is None or arguments is None:
            return UNKNOWN
        dtype = as_dtype(self._reader.value(call.callee), NUMPY if name.startswith("numpy.") else JAX)
        given = arguments.get("x")
        shape = () if given is None else as_array(self._reader.value(given)).shape
        return UNKNOWN if dtype is None else ArrayValue(shape, dtype, Origin.ARRAY)

    def _astype(self, call: CallExpr, method: MemberExpr) -> ArrayValue:
        arguments = bind(call, ("dtype",)) if method.name == "astype" else None
        requested = arguments.get("dtype") if arguments is not None else None
        if requested is None:
            return UNKNOWN
        receiver = self.evaluate(method.expr)
        if receiver.origin is not Origin.ARRAY and not self._is_array(method.expr):
            return UNKNOWN
        return ArrayValue(receiver.shape, as_dtype(self._reader.value(requested), JAX), Origin.ARRAY)

    def _reshape(self, call: CallExpr, method: MemberExpr) -> ArrayValue:
        """``x.reshape(3, 4)``, ``x.reshape((3, 4))``; an axis of size -1 is unknown."""
        receiver = self.evaluate(method.expr)
        if receiver.origin is not Origin.ARRAY and not self._is_array(method.expr):
            return UNKNOWN
        sizes = [value for value, kind in zip(call.args, call.arg_kinds, strict=True) if kind is ArgKind.ARG_POS]
        if any(kind.is_star() for kind in call.arg_kinds) or not sizes:
            return UNKNOWN
        values = [self._reader.value(size) for size in sizes]
        shape = as_sizes(values[0] if len(values) == 1 else Items(tuple(values)))
        return ArrayValue(shape, receiver.dtype if receiver.origin is Origin.ARRAY else None, Origin.ARRAY)

    def _either(self, first: ArrayValue, other: ArrayValue) -> ArrayValue:
        """Return what is evident of a value that is one of two."""
        if first.origin is not other.origin:
            return UNKNOWN
        dtype = first.dtype if first.dtype == other.dtype else None
        return ArrayValue(common_shape(first.sizes, other.sizes), dtype, first.origin)

    def _is_array(self, expression: Expression) -> bool:
        instance = instance_of(expression, self._api)
        return instance is not None and any(base.fullname in _ARRAYS for base in instance.type.mro)

    def _field(self, expression: MemberExpr) -> ArrayValue:
        """``obj.image``: what the field's annotation says."""
        field = self._field_of(expression)
        if field is None or field.array is None:
            return UNKNOWN
        shape, dtype = field.array.shape, field.array.dtype
        known = None if shape is None else shape.of_a_value()
        return ArrayValue(known, None if dtype is None else dtype.name, Origin.DECLARED)

    def _field_of(self, expression: MemberExpr) -> PytreeField | None:
        instance = instance_of(expression.expr, self._api)
        base = None if instance is None else next(pytree_bases(instance.type), None)
        model = None if base is None else model_of(base)
        if model is None or may_be_none(model.type_of(expression.name)):
            return None
        return model.fields.get(expression.name)
