"""The evaluator for what is evident from the source alone."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    FuncItem,
    IndexExpr,
    IntExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    UnaryExpr,
)

from .constants import unfold
from .declared.declarations import of_assigned, of_call, of_parameter, of_property
from .declared.declared_items import of_item, of_part, of_value_of_dict
from .declared.declared_operands import DeclaredOperands
from .declared.field_reads import FieldReads, pytree_model
from .declared.open_axes import is_shapeless
from .declared.tied_sizes import NOT_TIED, Tied
from .literals import scalar_in
from .objects.instances import instance_of
from .objects.made_fields import given_to_field
from .objects.named_tuples import field_at
from .operation_values import result_of
from .scope import FIRST_PASSES, SCOPES
from .value import UNKNOWN, ArrayValue, Origin, common_shape

if TYPE_CHECKING:
    from mypy.types import Type

    from jdc_operations.values import Failure, Value

    from .calls.failing_calls import FailingCalls, Made
    from .calls.helper_calls import Failed
    from .calls.loops import Handed, Mismatch
    from .calls.mapped_functions import Rows
    from .calls.some_batches import Batched
    from .calls.some_calls import SomeCalls
    from .counts import Count
    from .declared.some_ranks import SomeRanks
    from .operations import OperationReader
    from .results import Result

_OPERATIONS: Final = (CallExpr, OpExpr, UnaryExpr, ComparisonExpr, IndexExpr, MemberExpr)


class Evaluator:
    """Evaluates expressions of one module while mypy checks it."""

    def __init__(
        self,
        api: TypeChecker,
        *,
        is_ahead: bool = False,
        is_first: bool = False,
        rows: tuple[FuncItem, Rows] | None = None,
    ) -> None:
        self._api = api
        self._rows = rows
        """A function under `jax.vmap`, and what its annotations say if they mean the batch."""
        self._is_ahead = is_ahead
        """True of one that keeps nothing that mypy may yet find out: it is asked of code that mypy comes to later."""
        self._scope = FIRST_PASSES.of(api.tree) if is_first else SCOPES.of(api.tree)
        self.fields = FieldReads(self._scope, self._ahead, api)
        self._some_calls: dict[tuple[frozenset[str], frozenset[tuple[str, str]]], SomeCalls] = {}
        self._operands = DeclaredOperands(self._scope, self._declared, api)
        self.sound: set[Expression] = set()
        """Operators that nothing is wrong with: mypy asks for one again for each type that an operand may have."""
        self._open: set[int] = set()
        """Expressions under evaluation: a name may be bound to an expression that mentions it."""

    def evaluate(self, expression: Expression) -> ArrayValue:
        """Return what is evident of the value of an expression. A list or tuple is not an array, but a pytree."""
        value = unfold(expression, self._scope)
        if id(value) in self._open:
            return UNKNOWN
        self._open.add(id(value))
        try:
            return self._evaluate(value)
        finally:
            self._open.remove(id(value))

    def _ahead(self, expression: Expression) -> ArrayValue:
        """Return what is evident of a value that mypy may come to later, and keep nothing of it."""
        return self.evaluate(expression) if self._is_ahead else self._other.evaluate(expression)

    @functools.cached_property
    def _other(self) -> Evaluator:
        return Evaluator(self._api, is_ahead=True)

    @functools.cached_property
    def _operations(self) -> OperationReader:
        from .calls.helper_calls import HelperCalls  # noqa: PLC0415 - forty modules that few modules under check need
        from .calls.method_calls import method_called  # noqa: PLC0415
        from .operations import OperationReader  # noqa: PLC0415

        def is_checked(expression: Expression) -> bool:
            return self._api.lookup_type_or_none(expression) is not None

        if self._is_ahead:
            return OperationReader(
                self._scope, self._operands.parameter, HelperCalls(self._scope, None, self._declared_result)
            )
        method_of = functools.partial(method_called, fields=self.fields, api=self._api)
        helpers = HelperCalls(self._scope, is_checked, self._declared_result, method_of)
        return OperationReader(self._scope, self._operands.array_of, helpers)

    def _declared_result(self, function: Expression, values: Sequence[Value]) -> Value:
        from .calls.declared_calls import declared_result  # noqa: PLC0415 - as above

        return declared_result(self.source(function), values, self._api)

    @functools.cached_property
    def _some_ranks(self) -> SomeRanks:
        from .declared.some_ranks import SomeRanks  # noqa: PLC0415
        from .declared.unshaped_arrays import with_any_axes  # noqa: PLC0415
        from .layers.layer_arguments import is_given_to_layer  # noqa: PLC0415 - as above

        is_array = functools.partial(is_given_to_layer, reader=self._operations)
        opened = functools.partial(with_any_axes, held=self._operands.held, is_array=is_array, api=self._api)
        return SomeRanks(self._operations, self._scope, opened)

    @functools.cached_property
    def _bodies(self) -> FailingCalls:
        from .calls.failing_calls import FailingCalls  # noqa: PLC0415 - as above

        return FailingCalls(self._scope, self._operations, self._operands.parameter)

    def _of_operation(self, expression: Expression) -> ArrayValue:
        """Return what an operation on arrays makes."""
        if not isinstance(expression, _OPERATIONS):
            return UNKNOWN
        value = self._operations.value(expression)
        whole = self._some_ranks.array(expression) if self._operands.has_open_axes and is_shapeless(value) else None
        return result_of(whole or value)

    def is_known(self, expression: Expression) -> bool:
        """Return whether anything is known of a value, but the class of an array."""
        return self._operations.is_known(expression)

    def failure(self, expression: Expression) -> Failure | None:
        """Return why an operation is certain to raise; None where it may not."""
        return self._operations.failure(expression) if isinstance(expression, _OPERATIONS) else None

    def failure_of_ranks(self, expression: Expression) -> Failure | None:
        """Return why an operation raises however many axes are in front of the annotated ones."""
        if not isinstance(expression, _OPERATIONS):
            return None
        return self._some_ranks.failure(expression, has_open_axes=self._operands.has_open_axes)

    def failure_for(self, expression: Expression, names: frozenset[str], tied: Tied = NOT_TIED) -> Failure | None:
        """Return why an operation raises in calls of its function that choose different sizes for some names.

        Names that are tied to some of these have the same sizes.
        """
        if not names or not isinstance(expression, _OPERATIONS):
            return None
        return self._calls_with(names, expression, tied).failure(expression)

    def failure_of_related(self, expression: Expression, names: frozenset[str]) -> Failure | None:
        """Return why an operator raises where one size is calculated with another that has one of some names."""
        if not names or not isinstance(expression, _OPERATIONS):
            return None
        from .declared.related_sizes import failure_of_related  # noqa: PLC0415 - as above

        return failure_of_related(expression, self._operations.value, names)

    def failure_for_batches(self, expression: Expression, names: frozenset[str], batches: Batched) -> Failure | None:
        """Return why an operation raises for every batch with axes, ``*batch``; None where it may not."""
        if not batches or not isinstance(expression, _OPERATIONS):
            return None
        return self._calls_with(names, expression).failure_for_batches(expression, batches)

    def _calls_with(self, names: frozenset[str], at: Expression, tied: Tied = NOT_TIED) -> SomeCalls:
        """Return the calls of a function that choose sizes for some names; ``at`` is an operation in it."""
        key = names, frozenset(tied.items())
        if key not in self._some_calls:
            from .calls.some_calls import SomeCalls  # noqa: PLC0415 - as above
            from .declared.sizes_apart import numbers_beside_around  # noqa: PLC0415

            made = SomeCalls(names, self._operations, self._operands.parameter, self._scope, tied)
            made.beside = sorted(numbers_beside_around(at, names, self._api))
            self._some_calls[key] = made
        return self._some_calls[key]

    def failed_call(self, call: CallExpr) -> Failed | None:
        """Return the operation that is certain to raise in the function of the module that a call names."""
        return self._bodies.failed(call, is_checked=self._api.options.check_untyped_defs)

    def is_reported(self, call: CallExpr) -> bool:
        """Return whether a call in the body of a function raises in itself, and is reported there."""
        return self._bodies.is_reported(call, is_checked=self._api.options.check_untyped_defs)

    def made_by(self, call: CallExpr) -> Made | None:
        """Return what the function of the module that a call names gives back for its arguments, where it is seen."""
        return self._bodies.made_by(call)

    def failed_call_for(self, call: CallExpr, names: frozenset[str]) -> Failed | None:
        """Return the operation in a function that raises in calls that choose different sizes for some names."""
        return self._calls_with(names, call).failed(call) if names else None

    def failure_of_assignment(self, target: IndexExpr, value: Expression) -> Failure | None:
        """Return why ``array[index] = value`` is certain to raise for an array of NumPy; None where it may not."""
        return self._operations.failure_of_assignment(target, value)

    def count(self, expression: Expression) -> Count | None:
        """Return how many values an expression unpacks into; None where that is not evident."""
        from .counts import counted, counted_keys  # noqa: PLC0415 - as above

        read = self._operations.value
        return counted(read(expression)) or counted_keys(self.source(expression), self._scope, read)

    def keys(self, along: Expression | None) -> Iterator[int]:
        """Yield the numbers of random keys in what a loop or `jax.vmap` goes along, keys or a tuple with some."""
        from .counts import keys_along  # noqa: PLC0415 - as above

        return keys_along(along, self._scope, self._operations.value)

    def mismatches(self, call: CallExpr, loop: str, handed: list[Handed] | None = None) -> Iterator[Mismatch]:
        """Yield why a call of ``jax.lax.scan`` or the like raises, and add what it hands to functions."""
        from .calls.loops import Asked, mismatches  # noqa: PLC0415 - as above

        asked = Asked(self._operations.value, self._bodies.applied_to, self.keys)
        return mismatches(call, loop, asked, handed)

    def mismatch_for(self, call: CallExpr, loop: str, names: frozenset[str]) -> Mismatch | None:
        """Return why a loop raises in calls of its function that choose different sizes for some names."""
        return self._calls_with(names, call).mismatch(call, loop) if names else None

    def result(self, function: Expression, call: CallExpr) -> Result | None:
        """Return what a call is given back by a function that the module defines; None where it is not evident."""
        from .results import result  # noqa: PLC0415 - as above

        return result(self._operations.called_with(function, call))

    def items(self, expression: Expression) -> Sequence[ArrayValue]:
        """Return what is known of each item of a tuple that a call makes."""
        from .results import items_of  # noqa: PLC0415 - as above

        return items_of(self._operations.value(expression))

    def source(self, expression: Expression) -> Expression:
        """Return the expression that a name bound once stands for, or the expression itself."""
        return unfold(expression, self._scope)

    def kept_by(self, copy: Expression, name: str) -> Expression | None:
        """Return what the constructor has given a field that a copy with other fields replaced keeps."""
        return given_to_field(copy, name, self._scope)

    def _evaluate(self, expression: Expression) -> ArrayValue:
        kind = scalar_in(expression, self._scope)
        if kind is not None:
            return ArrayValue((), kind, Origin.SCALAR)
        if isinstance(expression, ConditionalExpr):
            return self._either(self.evaluate(expression.if_expr), self.evaluate(expression.else_expr))
        declared = self._declared(expression)
        value = declared if declared.is_whole else self._more_than(declared, expression)
        statement = self._operands.annotating(expression) if value.shape is None else None
        return value if statement is None else of_assigned(statement, self._api.tree)

    def _more_than(self, declared: ArrayValue, expression: Expression) -> ArrayValue:
        """Return what an operation makes, where that says more than an annotation does."""
        made = self._of_operation(expression)
        if declared is UNKNOWN or not made.is_whole:
            return made if declared is UNKNOWN else declared
        return dataclasses.replace(made, dtype=made.dtype or declared.dtype)

    def _declared(self, expression: Expression) -> ArrayValue:
        """Return what an annotation says: that of a field, of a parameter, of the result of a function."""
        if isinstance(expression, MemberExpr):
            field = self.fields.value(expression)
            return of_property(expression, self._api) if field is UNKNOWN else field
        if isinstance(expression, CallExpr):
            return of_call(expression, self.evaluate, self._api)
        if isinstance(expression, IndexExpr):
            return self._item(expression)
        function = self._scope.parameter_of(expression) if isinstance(expression, NameExpr) else None
        if function is None or not isinstance(expression, NameExpr):
            return UNKNOWN
        rows = self._rows[1] if self._rows is not None and self._rows[0] is function else None
        return of_parameter(expression, function, self._api, rows)

    def _item(self, expression: IndexExpr) -> ArrayValue:
        """``f(x)[0]``: what the annotation of the result says of an item of the tuple."""
        held = of_value_of_dict(expression, self._scope, self._api)
        owner = instance_of(expression.base, self._api) if held is UNKNOWN else None
        field = None if owner is None else field_at(expression, owner.type)
        if field is not None or held is not UNKNOWN:
            return held if field is None else self.fields.value(field)
        call, item = unfold(expression.base, self._scope), expression.index
        if isinstance(call, NameExpr):
            return of_item(call, item, self._scope, self._api)
        if isinstance(call, IndexExpr) and isinstance(item, IntExpr):
            return of_part(call, item, self._scope, self._api)
        if not isinstance(call, CallExpr) or not isinstance(item, IntExpr):
            return UNKNOWN
        return of_call(call, self.evaluate, self._api, item.value)

    def _either(self, first: ArrayValue, other: ArrayValue) -> ArrayValue:
        """Return what is evident of a value that is one of two."""
        if first.origin is not other.origin:
            return UNKNOWN
        dtype = first.dtype if first.dtype == other.dtype else None
        return ArrayValue(common_shape(first.sizes, other.sizes), dtype, first.origin)

    def declared_field(self, expression: Expression) -> Type | None:
        """Return the type that the class declares of a field, where an expression reads one of an object."""
        instance = instance_of(expression.expr, self._api) if isinstance(expression, MemberExpr) else None
        model = None if instance is None else pytree_model(instance.type)
        return model.type_of(expression.name) if model is not None and isinstance(expression, MemberExpr) else None
