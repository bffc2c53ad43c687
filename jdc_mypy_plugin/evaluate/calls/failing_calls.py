"""Calls of a module's own functions that are certain to raise: ``def combine(a, b): return a @ b``.

A function is read whole, and without the types that mypy has of what it has checked: mypy may check the call before
the function, and a daemon the call alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    OverloadedFuncDef,
    TypeInfo,
)

from jdc_operations.values import ArrayValue as OperationArray
from jdc_operations.values import Items, Scalar, Value

from ...syntax.names.flow import FLOW
from ..operation_values import result_of
from ..operations import OperationReader
from ..scope import ModuleScope
from ..value import ArrayValue
from .gradients import jacobian
from .handed import class_made, followed, handed_by
from .helper_calls import Failed, Helped, HelperCalls
from .tracing import item
from .transformed_calls import mapped


class Made(NamedTuple):
    """The value that a call of a function returns."""

    value: ArrayValue
    at: Expression
    """The expression that the function returns."""


class FailingCalls:
    """Calls of the functions of one module."""

    def __init__(
        self, scope: ModuleScope, operations: OperationReader, parameter: Callable[[Expression], Value | None]
    ) -> None:
        self._scope = scope
        self._operations = operations
        self._bodies = OperationReader(scope, parameter, HelperCalls(scope, None, operations.helpers.declared))
        """Knows of the parameters of functions around what their annotations say, and of all else no types."""

    def failed(self, call: CallExpr, *, is_checked: bool) -> Failed | None:
        """Return the operation that is certain to raise in the function that a call names.

        None where the operation fails whatever the function is given, and is reported in its place: that is where
        mypy checks the function, of those without annotations where ``is_checked``.
        """
        source = self._operations.source(call.callee)
        if isinstance(source, MemberExpr) and not self._is_of_made(source):
            return None
        found = self._transformed(call, source) if isinstance(source, CallExpr) else None
        if found is None:
            found = self._called(call, source)
        if found is None or (self._fails_always(found.at) and self._is_checked(found.at, is_checked)):
            return None
        return found

    def _is_of_made(self, callee: MemberExpr) -> bool:
        """Return whether a callee is a method of an object that the module makes, or such an object in a field."""
        objects = (followed(each, self._operations).expression for each in (callee.expr, callee))
        return any(class_made(each) is not None for each in objects)

    def _fails_always(self, operation: Expression) -> bool:
        """Return whether an operation raises in every call of its function, as far as mypy has come."""
        if self._bodies.failure(operation) is not None:
            return True
        return self._operations.helpers.is_checked(operation) and self._operations.failure(operation) is not None

    def made_by(self, call: CallExpr) -> Made | None:
        """Return what a function of the module gives back at its end for the arguments of a call, if it is seen."""
        source = self._operations.source(call.callee)
        helper = self._bodies.helpers.find(source)
        written = None if helper is None else helper.given_by(call)
        values = () if written is None else self._operations.values(written)
        if helper is None or helper.result is None or not _are_known(values):
            return None
        done = self._bodies.applied_to(source, values)
        return None if done.failed is not None else Made(result_of(done.value), helper.result)

    def applied_to(self, function: Expression, values: Sequence[Value]) -> Helped:
        """Return what a function makes of as many values as it has parameters, or the operation that raises."""
        done = self._operations.applied_to(function, values)
        return done if done.failed is not None else done._replace(failed=self._raised(function, values))

    def _called(self, call: CallExpr, function: Expression) -> Failed | None:
        if self._is_elsewhere(function) or (call.args and not self._tells(call.args)):
            return None
        done = self._bodies.result_for(function, call, self._operations)
        return None if done is None else done.failed

    def _is_elsewhere(self, function: Expression) -> bool:
        """Return whether a name is that of a class, or of a function of another module."""
        node = function.node if isinstance(function, NameExpr) else None
        if not isinstance(node, FuncDef | Decorator | OverloadedFuncDef):
            return isinstance(node, TypeInfo)
        return "." in node.fullname and not node.fullname.startswith(f"{self._scope.tree.fullname}.")

    def _tells(self, arguments: Sequence[Expression]) -> bool:
        """Return whether anything is known of what a call gives a function."""
        return _are_known(self._operations.values(arguments)) or any(
            handed_by(each, self._operations) is not None for each in arguments
        )

    def _transformed(self, call: CallExpr, source: CallExpr) -> Failed | None:
        """Return what raises in the function that ``jax.vmap(f)`` or ``jax.jacfwd(f)`` calls."""
        over = mapped(call, source)
        if over is None:
            made = jacobian(source) if all(kind.is_positional() for kind in call.arg_kinds) else None
            return None if made is None else self._raised(made.function, self._operations.values(call.args))
        values = zip(self._operations.values(call.args), over.axes, strict=True)
        return self._raised(over.function, [value if axis is None else item(value, axis) for value, axis in values])

    def _raised(self, function: Expression, values: Sequence[Value]) -> Failed | None:
        return self._bodies.applied_to(function, values).failed if not values or _are_known(values) else None

    def is_reported(self, call: CallExpr, *, is_checked: bool) -> bool:
        """Return whether a call in the body of a function is certain to raise whatever the function is given."""
        return self._is_checked(call, is_checked) and self.failed(call, is_checked=is_checked) is not None

    def _is_checked(self, expression: Expression, are_all: bool) -> bool:
        """Return whether mypy checks the function that an expression is in."""
        function = FLOW.of(self._scope.tree).function_over(expression)
        return are_all or function is None or not function.is_dynamic()


def _are_known(values: Iterable[Value]) -> bool:
    """Return whether anything is known of some value, but that it is an array."""
    return any(
        _are_known(value.items)
        if isinstance(value, Items)
        else (value.shape is not None if isinstance(value, OperationArray) else isinstance(value, Scalar))
        for value in values
    )
