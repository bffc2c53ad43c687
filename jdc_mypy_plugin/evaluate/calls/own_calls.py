"""Calls of functions of a module's own, and of what transformations of JAX make of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from mypy.nodes import CallExpr, Expression, IndexExpr, LambdaExpr, MemberExpr, NameExpr, SymbolNode

from jdc_operations.evaluation import evaluate
from jdc_operations.registry import OPERATIONS
from jdc_operations.values import UNKNOWN, ArrayValue, Failure, Value

from ...syntax.values.kept_dicts import is_dict
from ..constants import unfold
from ..counts import counted_keys
from ..declared.batched import applied
from ..declared.field_reads import object_scope
from ..declared.outer_names import without_names_of
from ..layers.layer_calls import layer_of
from .call_arguments import arguments_of
from .call_results import completed, is_whole, outside
from .gradients import gradient, gradient_at, jacobian, of_gradient, of_jacobian
from .handed import NOTHING, FollowingReader, Written, all_handed, followed
from .helper_calls import Failed, Helped, HelperCalls, Reader, helped
from .helpers import Helper, decorated_helper
from .loop_results import called, of_mapped
from .made_methods import MadeMethod, made_method
from .method_calls import Method
from .partial_calls import Partial, partial
from .pulled_back import of_pulled
from .tracing import Traced
from .transformed_calls import Mapped, mapped, mapped_by_decorator, mapping, unjitted
from .vectorized import of_vectorized, vectorized


class CallingReader(FollowingReader, Protocol):
    """Reads expressions, calls among them."""

    helpers: HelperCalls
    raised: dict[Expression, Failed]
    """The operation that is certain to raise, by the call of a function of the module."""

    def inside(
        self, given: Mapping[SymbolNode, Value], handed: Mapping[SymbolNode, Written] = ...
    ) -> BodyReader | None:
        """Return what reads a function whose parameters hold some values; None where it is too deep."""
        ...

    def inside_method(self, method: Method, given: Mapping[SymbolNode, Value]) -> Reader | None:
        """Return what reads a method for one call of it; None where it is too deep."""
        ...


class BodyReader(Reader, CallingReader, Protocol):
    """Reads the body of a function."""


class OwnCalls:
    """Evaluates calls for one reader of a module's expressions."""

    def __init__(self, reader: CallingReader) -> None:
        self._reader = reader
        self._scope = reader.scope
        self._helpers = reader.helpers

    def of_call(self, call: CallExpr) -> Value | Failure:
        """Return what a call gives, or why an operation that it names raises."""
        source = unfold(call.callee, self._scope)
        ahead = partial(source, self._reader.value)
        arguments = None if ahead is None else arguments_of(call, self._reader.value)
        if ahead is not None and arguments is not None:
            return self._of_partial(ahead.with_others(*arguments))
        over = mapped(call, source) if isinstance(source, CallExpr) else None
        differentiated = gradient(source)
        if differentiated is not None:
            if self._helpers.are_ahead:
                self.called_with(call.callee, call)  # for what raises in it
            return of_gradient(differentiated, call, self._reader.value)
        found = None if any(call.arg_names) else self._of_made_function(source, call)
        if found is not None:
            return found
        if over is None:
            is_lambda = isinstance(call.callee, LambdaExpr)
            return self._of_lambda(call) if is_lambda else self.called_with(call.callee, call)
        values = self._values(call.args)
        return self._noted(call, of_mapped(over, values, self.applied_to, self._keys(call.args))).value

    def _of_made_function(self, source: Expression, call: CallExpr) -> Value | Failure | None:
        """Return what the function gives that ``jax.jacobian``, ``jax.vjp`` or ``jnp.vectorize`` makes."""
        if jacobian(source) is not None:
            return self.applied_to(source, self._values(call.args)).value
        if isinstance(source, IndexExpr):
            return of_pulled(source, call, self._reader.value, self._scope)
        along = vectorized(source, self._scope)
        return None if along is None else of_vectorized(along, self._values(call.args))

    def _of_lambda(self, call: CallExpr) -> Value | Failure:
        """Return what a lambda makes that is called where it is written, or why it raises."""
        if any(call.arg_names):
            return self.called_with(call.callee, call)
        return called(self.applied_to, call.callee, self._values(call.args))

    def _of_partial(self, whole: Partial) -> Value | Failure:
        """Return what a function makes of the arguments that it was given ahead and of others."""
        name = self._scope.imported(unfold(whole.function, self._scope))
        if name in OPERATIONS:
            return whole.made_by_operation(name)
        helper = self._helpers.find(whole.function)
        given = None if helper is None else whole.for_each(helper, self._reader.value)
        if helper is not None and given is not None:
            return self._of_unannotated(helper, given)
        return UNKNOWN if whole.keywords else self.applied_to(whole.function, whole.positional).value

    def _of_unannotated(self, helper: Helper, values: Sequence[Value]) -> Value | Failure:
        """Return what a function makes, or why it raises if it has no annotations that say so first."""
        done = self._result(helper, values)
        if done.failed is None or not helper.function.is_dynamic():
            return done.value
        always = self._result(helper, [UNKNOWN] * len(values)).failed
        return done.failed.failure if always is None else UNKNOWN

    def _keys(self, arguments: Sequence[Expression]) -> Sequence[int | None]:
        """Return how many random keys each argument is that splits one, of whatever kind."""
        counts = (counted_keys(unfold(each, self._scope), self._scope, self._reader.value) for each in arguments)
        return [None if count is None else count.number for count in counts]

    def called_with(self, function: Expression, call: CallExpr) -> Value:
        """Return what a function of the module that returns once makes of the arguments of a call."""
        done = self.result_for(function, call, self._reader)
        if done is None:
            return UNKNOWN
        if self._noted(call, done).failed is not None:
            return done.value
        if done.value is UNKNOWN and not self._helpers.are_ahead:
            return UNKNOWN  # who asks looks at the annotation
        if not is_whole(done.value):
            helper = self._helpers.find(function)
            written = None if helper is None else helper.given_by(call)
            said = unjitted(unfold(function, self._scope))
            declared = UNKNOWN if written is None else self._helpers.declared(said, self._values(written))
            return completed(done.value, declared)
        return done.value

    def _noted(self, call: CallExpr, done: Helped) -> Helped:
        """Return what a call gives, and note what raises in it."""
        if done.failed is not None:
            self._reader.raised[call] = done.failed._replace(calls=(call, *done.failed.calls))
        return done

    def result_for(self, function: Expression, call: CallExpr, asking: CallingReader) -> Helped | None:
        """Return what a call gives whose arguments another reader knows; None where nobody knows what it calls."""
        helper = self._helpers.find(function)
        if helper is not None:
            return self._of_helper(helper, call, asking)
        over = mapped_by_decorator(unfold(function, self._scope), call)
        if over is not None:
            return self._of_rows(over, _values_of(asking, call.args))
        method = self._method_of(function, asking)
        if method is not None:
            return self._of_helper(method.helper, call, asking, method)
        return self._of_followed(function, call, asking)

    def _of_followed(self, function: Expression, call: CallExpr, asking: CallingReader) -> Helped | None:
        """Return what a call of a parameter gives, or of what else stands for a function."""
        found = followed(function, asking)
        within = self._reader.inside(found.reader.given, found.reader.handed)
        if within is None or found.expression is unfold(function, self._scope):
            return None
        inner = self._helpers.find(found.expression)
        if inner is not None:
            return OwnCalls(within)._of_helper(inner, call, asking)
        is_plain = all(kind.is_positional() for kind in call.arg_kinds)
        return OwnCalls(within).applied_to(found.expression, _values_of(asking, call.args)) if is_plain else None

    def _of_rows(self, over: Mapped, values: Sequence[Value]) -> Helped | None:
        """Return what a function under ``@jax.vmap`` gives."""
        helper = decorated_helper(over.function, self._scope.tree)
        if helper is None or len(helper.parameters) != len(values) or not self._helpers.may_read(helper):
            return None
        return of_mapped(over, values, lambda _, rows: self._result(helper, rows))

    def _of_helper(
        self, helper: Helper, call: CallExpr, asking: CallingReader, method: MadeMethod | None = None
    ) -> Helped | None:
        written = helper.given_by(call)
        if written is None:
            return None
        values = _values_of(asking, written)
        handed = all_handed(helper, written, values, asking)
        if method is None:
            return self._result(helper, values, handed)
        return self._of_made(method, values, handed)

    def _of_made(self, method: MadeMethod, values: Sequence[Value], handed: Mapping[SymbolNode, Written]) -> Helped:
        """Return what a method of an object that the module makes gives."""
        helper, given = method.helper, method.helper.given(values)
        everything = {**handed, method.receiver: method.owner}
        reader = self._reader.inside(given, everything)
        if reader is None:
            return Helped(UNKNOWN)
        done = self._helpers.done(helper, given, lambda: reader, handed=everything)
        made = without_names_of(
            outside(done.value, helper, given), object_scope(method.receiver.name, helper.function)
        )
        return done._replace(value=made)

    def _method_of(self, callee: Expression, asking: CallingReader) -> MadeMethod | None:
        """Return the method that is called of an object which the module makes: ``net.loss``, and ``net`` itself."""
        source = unfold(callee, self._scope)
        found = made_method(followed(source.expr, asking), source.name) if isinstance(source, MemberExpr) else None
        found = found or made_method(followed(source, asking), "__call__")
        return found if found is not None and self._helpers.may_read(found.helper) else None

    def made_by(self, call: CallExpr) -> Written | None:
        """Return what a function of the module returns for a call, and what reads it."""
        helper = self._helpers.find(call.callee)
        written = None if helper is None else helper.given_by(call)
        result = None if helper is None else helper.result
        if helper is None or written is None or result is None or helper.traced is not Traced.NOTHING:
            return None
        source = unfold(result, self._scope)
        if is_dict(source) and isinstance(result, NameExpr) and not self._scope.is_kept(result, source):
            return None
        values = self._values(written)
        given, handed = helper.given(values), all_handed(helper, written, values, self._reader)

        def read() -> Written | None:
            reader = self._reader.inside(given, handed)
            return None if reader is None else Written(result, reader)

        return self._helpers.made(helper, given, handed, read)

    def of_method(self, call: CallExpr, callee: MemberExpr) -> Value:
        """Return what a method makes of an object that the function is given, where that is known whole."""
        if self._method_of(callee, self._reader) is not None:
            return self.called_with(callee, call)
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
        made = outside(made, helper, given)
        return made if isinstance(made, ArrayValue) and is_whole(made) else UNKNOWN

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
        return outside(held, helper, given)

    def applied_to(self, function: Expression, values: Sequence[Value]) -> Helped:
        """Return what a function makes of as many values as it has parameters, or why it raises."""
        source = unfold(function, self._scope)
        done = self._of_operation(source, values)
        if done is not None:
            return done
        done = self._of_own(source, values)
        if done.value is not UNKNOWN or done.failed is not None:
            return done
        differentiated = gradient(source)
        if differentiated is not None:
            return Helped(gradient_at(differentiated, values))
        return Helped(self._helpers.declared(unjitted(source), values))

    def _of_operation(self, source: Expression, values: Sequence[Value]) -> Helped | None:
        """Return what a function of JAX makes of values, or one that it maps or whose Jacobian it takes."""
        ahead = partial(source, self._reader.value)
        if ahead is not None:
            return helped(self._of_partial(ahead.with_others(values, {})), source)
        over = mapping(source, len(values))
        if over is not None:
            return of_mapped(over, values, self.applied_to)
        layer = layer_of(source, self._reader)
        if layer is not None:
            return helped(layer.of(values, {}), source)
        name = self._scope.imported(source)
        if name:
            return helped(applied(lambda put: evaluate(name, list(map(put, values))), values), source)
        over_all = jacobian(source)
        return None if over_all is None else Helped(of_jacobian(over_all, values, self.applied_to))

    def _of_own(self, source: Expression, values: Sequence[Value]) -> Helped:
        """Return what a function of the module makes of values, or an object that is called."""
        helper = self._helpers.find(source)
        if helper is not None:
            return self._result(helper, values) if len(helper.parameters) == len(values) else Helped(UNKNOWN)
        method = self._method_of(source, self._reader)
        if method is not None:
            fits = len(method.helper.parameters) == len(values)
            return self._of_made(method, values, {}) if fits else Helped(UNKNOWN)
        found = followed(source, self._reader)
        within = self._reader.inside(found.reader.given, found.reader.handed)
        if within is None or found.expression is source:
            return Helped(UNKNOWN)
        return OwnCalls(within).applied_to(found.expression, values)

    def _values(self, expressions: Sequence[Expression]) -> Sequence[Value]:
        return _values_of(self._reader, expressions)

    def _around(self, helper: Helper) -> Mapping[SymbolNode, Value]:
        """Return what the parameters hold of the function whose body is read, which one inside it may read too."""
        return self._reader.given if _is_inside(helper) else {}

    def _result(
        self, helper: Helper, values: Sequence[Value], handed: Mapping[SymbolNode, Written] = NOTHING
    ) -> Helped:
        given = {**self._around(helper), **helper.given(values)}
        everything = {**(self._reader.handed if _is_inside(helper) else {}), **handed}
        reader = self._reader.inside(given, everything)
        if reader is None:
            return Helped(UNKNOWN)
        done = self._helpers.done(helper, given, lambda: reader, handed=everything)
        return done._replace(value=outside(done.value, helper, given))


def _values_of(reader: CallingReader, expressions: Sequence[Expression]) -> Sequence[Value]:
    """Return the values of some arguments."""
    return [reader.value(each) for each in expressions]


def _is_inside(helper: Helper) -> bool:
    """Return whether a function is in another one."""
    return "." not in helper.function.fullname
