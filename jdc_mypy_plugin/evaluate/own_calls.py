"""Calls of functions of a module's own, and of what transformations of JAX make of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Protocol

from mypy.nodes import CallExpr, Expression, MemberExpr, SymbolNode

from jdc_operations.evaluation import evaluate
from jdc_operations.values import UNKNOWN, ArrayValue, Value

from .batched import applied
from .constants import unfold
from .declarations import scope_of
from .gradients import gradient, gradient_at, jacobian, of_gradient, of_jacobian
from .helper_calls import Failed, Helped, HelperCalls, Reader, helped
from .helpers import Helper
from .loop_results import of_mapped
from .method_calls import Method
from .open_axes import freed
from .outer_names import without_names_of
from .scope import ModuleScope
from .transformed_calls import mapped, mapping, unjitted


class CallingReader(Protocol):
    """Reads expressions, calls among them."""

    scope: ModuleScope
    helpers: HelperCalls
    raised: dict[Expression, Failed]
    """What is certain to raise, for calls of functions of the module."""
    given: Mapping[SymbolNode, Value]
    """What the parameters hold, where the body of a function is read for one call of it."""

    def value(self, expression: Expression) -> Value:
        """Return the value of an expression."""
        ...

    def inside(self, given: Mapping[SymbolNode, Value]) -> Reader | None:
        """Return what reads a function whose parameters hold some values; None where it is too deep."""
        ...

    def inside_method(self, method: Method, given: Mapping[SymbolNode, Value]) -> Reader | None:
        """Return what reads a method for one call of it; None where it is too deep."""
        ...


class OwnCalls:
    """Evaluates calls for one reader of a module's expressions."""

    def __init__(self, reader: CallingReader) -> None:
        self._reader = reader
        self._scope = reader.scope
        self._helpers = reader.helpers

    def of_call(self, call: CallExpr) -> Value:
        """Return what a call gives."""
        source = unfold(call.callee, self._scope)
        over = mapped(call, source) if isinstance(source, CallExpr) else None
        differentiated = gradient(source)
        if differentiated is not None:
            if self._helpers.are_ahead:
                self.called_with(call.callee, call)  # for what raises in it
            return of_gradient(differentiated, call, self._reader.value)
        if jacobian(source) is not None and not any(call.arg_names):
            return self.applied_to(source, self._values(call.args)).value
        if over is None:
            return self.called_with(call.callee, call)
        return of_mapped(over, self._values(call.args), self.applied_to).value

    def called_with(self, function: Expression, call: CallExpr) -> Value:
        """Return what a function of the module that returns once makes of the arguments of a call."""
        helper = self._helpers.find(function)
        written = None if helper is None else helper.given_by(call)
        if helper is None or written is None:
            return UNKNOWN
        values = self._values(written)
        done = self._result(helper, values)
        if done.failed is not None:
            self._reader.raised[call] = done.failed._replace(calls=(call, *done.failed.calls))
        elif done.value is UNKNOWN and not self._helpers.are_ahead:
            return UNKNOWN  # who asks looks at the annotation
        elif not _is_whole(done.value):
            return _completed(done.value, self._helpers.declared(unjitted(unfold(function, self._scope)), values))
        return done.value

    def of_method(self, call: CallExpr, callee: MemberExpr) -> Value:
        """Return what a method makes of an object that the function is given, where that is known whole."""
        found = self._helpers.find_method(callee)
        written = None if found is None else found[1].given_by(call)
        if found is None or written is None:
            return UNKNOWN
        method, helper = found
        given = helper.given(self._values(written))
        reader = self._reader.inside_method(method, given)
        if reader is None:
            return UNKNOWN
        made = self._helpers.done(helper, given, lambda: reader, method.outside).value
        made = _outside(made, helper, given)
        return made if isinstance(made, ArrayValue) and _is_whole(made) else UNKNOWN

    def field_of_made(self, call: CallExpr, name: str) -> Value:
        """Return the value of a field of the object that a function of the module makes."""
        helper = self._helpers.find(call.callee)
        written = None if helper is None else helper.given_by(call)
        result = None if helper is None else helper.result
        if helper is None or written is None or result is None:
            return UNKNOWN
        given = helper.given(self._values(written))
        reader = self._reader.inside(given)
        if reader is None:
            return UNKNOWN
        held = self._helpers.field(helper, name, given, lambda: reader.field(result, name))
        return _outside(held, helper, given)

    def applied_to(self, function: Expression, values: Sequence[Value]) -> Helped:
        """Return what a function makes of as many values as it has parameters, or why it raises."""
        source = unfold(function, self._scope)
        over = mapping(source, len(values))
        if over is not None:
            return of_mapped(over, values, self.applied_to)
        name = self._scope.imported(source)
        if name:
            return helped(applied(lambda put: evaluate(name, list(map(put, values))), values), source)
        over_all = jacobian(source)
        if over_all is not None:
            return Helped(of_jacobian(over_all, values, self.applied_to))
        helper = self._helpers.find(function)
        fits = helper is not None and len(helper.parameters) == len(values)
        done = self._result(helper, values) if helper is not None and fits else Helped(UNKNOWN)
        if done.value is not UNKNOWN or done.failed is not None:
            return done
        differentiated = gradient(source)
        if differentiated is not None:
            return Helped(gradient_at(differentiated, values))
        return Helped(self._helpers.declared(unjitted(source), values))

    def _values(self, expressions: Sequence[Expression]) -> Sequence[Value]:
        return [self._reader.value(each) for each in expressions]

    def _around(self, helper: Helper) -> Mapping[SymbolNode, Value]:
        """Return what the parameters hold of the function whose body is read, which one inside it may read too."""
        is_inside = "." not in helper.function.fullname
        return self._reader.given if is_inside else {}

    def _result(self, helper: Helper, values: Sequence[Value]) -> Helped:
        given = {**self._around(helper), **helper.given(values)}
        reader = self._reader.inside(given)
        if reader is None:
            return Helped(UNKNOWN)
        done = self._helpers.done(helper, given, lambda: reader)
        return done._replace(value=_outside(done.value, helper, given))


def _outside(made: Value, helper: Helper, given: Mapping[SymbolNode, Value]) -> Value:
    """Return the result of a function, without the sizes and axes that only this call has."""
    return freed(without_names_of(made, scope_of(helper.function)), given.values())


def _is_whole(value: Value) -> bool:
    """Return whether every size is known of what is an array."""
    if not isinstance(value, ArrayValue):
        return value is not UNKNOWN
    return value.shape is not None and None not in value.shape


def _completed(value: Value, declared: Value) -> Value:
    """Return what a function makes, with the sizes that its annotation tells in the place of unknown ones."""
    if value is UNKNOWN:
        return declared
    said = declared.shape if isinstance(declared, ArrayValue) else None
    if not isinstance(value, ArrayValue) or value.shape is None or said is None or len(said) != len(value.shape):
        return value
    sizes = [other if size is None else size for size, other in zip(value.shape, said, strict=True)]
    return dataclasses.replace(value, shape=tuple(sizes))
