"""From mypy's nodes to the values of `jdc_operations`, which knows what operations do to shapes and dtypes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from mypy.nodes import (
    CallExpr,
    CastExpr,
    ConditionalExpr,
    Expression,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    StarExpr,
    SymbolNode,
    TupleExpr,
)

from jdc_operations.evaluation import (
    evaluate_assignment,
    evaluate_in_place,
    evaluate_index,
    evaluate_operator,
    evaluate_property,
)
from jdc_operations.values import UNKNOWN, ArrayValue, AtView, Failure, Items, Value

from ..host.freshness import is_settled
from ..syntax.names.variables import is_some_item
from .calls.handed import NOTHING, CallRead, Written, field_value, item_value
from .calls.helper_calls import Failed, Helped, HelperCalls
from .calls.method_calls import Inside, Method
from .calls.own_calls import OwnCalls
from .calls.python_calls import item_of
from .constants import unfold
from .counts import counted_keys
from .declared.batched import applied, remembered
from .declared.named_sizes import calculated
from .declared.open_axes import is_open
from .dict_entries import entry_of
from .objects.made_fields import given_to_field
from .operands import IN_PLACE, index_value, operands_of, operator_of
from .operation_calls import value_of_call
from .operation_values import in_mode, with_annotation
from .scope import ModuleScope
from .sequences import joined, repeated, spread, unless_list, without_lists
from .substitution import as_index, is_bare
from .written_values import literal_of

_DEEPEST: Final = 40
"""Operations on operations beyond which a value is taken for unknown."""


class OperationReader(CallRead):
    """Evaluates expressions of one module, each once."""

    def __init__(
        self,
        scope: ModuleScope,
        array_of: Callable[[Expression], Value | None],
        helpers: HelperCalls,
        inside: Inside = Inside(),  # noqa: B008 - nothing can change it
    ) -> None:
        self.scope = scope
        self.given, self._outward, self.handed = inside.given, inside.outward, inside.handed
        self.helpers = helpers
        self.array_of = array_of
        """Tells what is known of an expression that is not an operation: of an annotated field, or of an array."""
        self._known: dict[Expression, Value] = {}
        self._failures: dict[Expression, Failure] = {}
        self._depth = self._outermost = inside.depth
        self._unsettled: list[Expression] = []
        self._made: dict[CallExpr, Written | None] = {}
        self.raised: dict[Expression, Failed] = {}
        """The operation that is certain to raise, by the call of a function of the module."""

    @property
    def own(self) -> OwnCalls:
        """The calls of functions of the module."""
        return OwnCalls(self)

    def result_for(self, function: Expression, call: CallExpr, asking: OperationReader) -> Helped | None:
        """Return what a call gives that another reader reads; None where nobody knows what it calls."""
        return self.own.result_for(function, call, asking)

    def called_with(self, function: Expression, call: CallExpr) -> Value:
        """Return what a function of the module that returns once makes of the arguments of a call."""
        return self.own.called_with(function, call)

    def applied_to(self, function: Expression, values: Sequence[Value]) -> Helped:
        """Return what a function makes of as many values as it has parameters, or why it raises."""
        return self.own.applied_to(function, values)

    def inside(
        self, given: Mapping[SymbolNode, Value], handed: Mapping[SymbolNode, Written] = NOTHING
    ) -> OperationReader | None:
        """Return what reads a function of the module for one call of it; None where it is too deep."""
        if self._depth >= _DEEPEST:
            return None
        within = Inside(given, self._depth + 1, self._outward, handed)
        return OperationReader(self.scope, self.array_of, self.helpers, within)

    def inside_method(self, method: Method, given: Mapping[SymbolNode, Value]) -> OperationReader | None:
        """Return what reads a method for one call of it; None where it is too deep."""
        if self._depth >= _DEEPEST:
            return None

        def outward(value: Value | None) -> Value | None:
            return self._outward(method.seen_outside(value))

        def array_of(expression: Expression) -> Value | None:
            return outward(self.array_of(expression))

        return OperationReader(self.scope, array_of, self.helpers, Inside(given, self._depth + 1, outward))

    def failure(self, expression: Expression) -> Failure | None:
        """Return why an operation is certain to raise; None where it may not, and of calls of own functions."""
        self.value(expression)
        return self._failures.get(expression)

    def is_known(self, expression: Expression) -> bool:
        """Return whether anything is known of a value, but the class of an array."""
        value = self.value(expression)
        return value is not UNKNOWN and not is_bare(value)

    def failure_of_assignment(self, target: IndexExpr, value: Expression) -> Failure | None:
        """Return why ``array[index] = value`` is certain to raise for an array of NumPy; None where it may not."""
        array, index, given = self.value(target.base), index_value(target.index, self.value), self.value(value)
        found = applied(
            lambda put: evaluate_assignment(put(array), put(index), put(given)) or UNKNOWN, (array, index, given)
        )
        return found if isinstance(found, Failure) and not is_bare(given) else None

    def value(self, expression: Expression) -> Value:
        """Return the value of an expression, as far as it is evident."""
        found = unfold(expression, self.scope)
        value = self._value(found)
        if not isinstance(value, Items) or (found is expression and not isinstance(found, NameExpr)):
            return value
        if value.is_list and not self._is_kept(expression, found):
            return UNKNOWN
        return value if value.is_list else without_lists(value)

    def _is_kept(self, expression: Expression, found: Expression) -> bool:
        """Return whether nobody has changed a list since it was made, where a name stands for it."""
        if isinstance(found, NameExpr):
            return found is expression and self.scope.is_kept(found, None)
        is_its = isinstance(expression, NameExpr) and self.scope.value_of(expression) is found
        kept = is_its and isinstance(expression, NameExpr) and self.scope.is_kept(expression, found)
        return found is expression or kept

    def _value(self, found: Expression) -> Value:
        if isinstance(found, NameExpr) and found.node is not None and found.node in self.given:
            return self.given[found.node] if self.scope.holds_argument(found) else UNKNOWN
        if found not in self._known:
            if self._depth >= _DEEPEST:
                return UNKNOWN
            self._known[found] = UNKNOWN  # a name may be bound to an expression that mentions it
            self._depth += 1
            try:
                value = self._known[found] = self._read(found)
            finally:
                self._depth -= 1
            if value is UNKNOWN and isinstance(found, CallExpr) and self.helpers.may_yet_be_checked(found):
                self._unsettled.append(found)
            while self._unsettled and self._depth == self._outermost:  # not before: others are made of it
                self._known.pop(self._unsettled.pop(), None)
            return value
        return self._known[found]

    def _read(self, expression: Expression) -> Value:
        literal = self._literal(expression)
        if literal is not None:
            return literal
        result = self._operation(expression)
        if isinstance(result, Failure):
            if not any(map(is_bare, self.values(operands_of(expression)))):
                self._failures[expression] = result
            return UNKNOWN
        if result is UNKNOWN:
            return self.array_of(expression) or UNKNOWN
        known = in_mode(result)
        if not isinstance(known, ArrayValue) or not is_open(known.shape):
            return known
        return with_annotation(known, self.array_of(expression))

    def _literal(self, expression: Expression) -> Value | None:
        if isinstance(expression, CallExpr | IndexExpr):
            return None
        if isinstance(expression, TupleExpr | ListExpr):
            items = self._items(expression.items)
            return UNKNOWN if items is None else Items(items, isinstance(expression, ListExpr))
        if isinstance(expression, ListComprehension):
            return repeated(expression.generator, self.value, self._keys)
        known = self.scope.literals if is_settled() else {}
        if expression not in known:
            known[expression] = literal_of(expression, self.scope)
        return known[expression]

    def _keys(self, made: Expression) -> int | None:
        found = counted_keys(self.source(made), self.scope, self.value)
        return None if found is None else found.number

    def _items(self, written: Sequence[Expression]) -> tuple[Value, ...] | None:
        """Return the items of a list or tuple; a list that has a name may change by that.

        None where something that is unpacked, ``(*x.shape, 3)``, is not known.
        """
        stars = [isinstance(each, StarExpr) for each in written]
        parts = [each.expr if isinstance(each, StarExpr) else each for each in written]
        return spread(zip(parts, stars, strict=True), self.unnamed)

    def unnamed(self, expression: Expression) -> Value:
        """Return the value of an expression, but of no list that has a name."""
        value = self.value(expression)
        return unless_list(value) if isinstance(expression, NameExpr) else value

    def _operation(self, expression: Expression) -> Value | Failure:
        if isinstance(expression, CallExpr):
            cast = expression.analyzed
            return self.value(cast.expr) if isinstance(cast, CastExpr) else value_of_call(expression, self)
        if isinstance(expression, IndexExpr):
            return self._of_index(expression)
        if isinstance(expression, MemberExpr):
            return self._of_attribute(expression)
        if isinstance(expression, ConditionalExpr):
            one, other = map(self.unnamed, (expression.if_expr, expression.else_expr))
            return one if one == other else UNKNOWN
        return self._of_operator(expression)

    def _of_index(self, expression: IndexExpr) -> Value | Failure:
        held = entry_of(expression, self.scope)
        if held is not None:
            return self.value(held)
        item = item_of(expression.base, self.value) if is_some_item(expression.index) else None
        if item is not None:
            return item
        base = self.value(expression.base)
        if base is UNKNOWN:
            return item_value(expression, self)
        index = as_index(index_value(expression.index, self.value))
        if isinstance(base, AtView):
            return evaluate_index(base, index)
        return remembered("[]", lambda put: evaluate_index(put(base), put(index)), (base, index))

    def _of_attribute(self, expression: MemberExpr) -> Value | Failure:
        owner = self.value(expression.expr)
        if owner is UNKNOWN or isinstance(owner, Items):
            return self.field(expression.expr, expression.name)
        if expression.name == "at":
            return evaluate_property(owner, expression.name)
        name = expression.name
        return remembered(("property", name), lambda put: evaluate_property(put(owner), name), (owner,))

    def field(self, owner: Expression, name: str) -> Value:
        """Return the value of a field of an object that is made here or in a function of the module."""
        given = given_to_field(owner, name, self.scope)
        if given is not None:
            return unless_list(self.value(given))
        call = unfold(owner, self.scope)
        made = self.own.field_of_made(call, name) if isinstance(call, CallExpr) else UNKNOWN
        return field_value(call, name, self) if made is UNKNOWN else made

    def made_by(self, call: CallExpr) -> Written | None:
        """Return what a function of the module returns, for this call of it."""
        if call not in self._made:
            self._made[call] = None  # the function may call itself
            self._made[call] = self.own.made_by(call)
        return self._made[call]

    def _of_operator(self, expression: Expression) -> Value | Failure:
        operator, parts = operator_of(expression)
        operands = self.values(parts)
        if all(operand is UNKNOWN for operand in operands):
            return UNKNOWN
        plain = calculated(operator, operands) or joined(operator, operands, parts)
        if plain is not None:
            return plain
        if isinstance(expression, OpExpr) and operator in IN_PLACE:
            in_place = IN_PLACE[operator]
            return remembered(
                ("in place", in_place), lambda put: evaluate_in_place(in_place, *map(put, operands)), operands
            )
        return remembered(operator, lambda put: evaluate_operator(operator, *map(put, operands)), operands)

    def values(self, expressions: Iterable[Expression]) -> tuple[Value, ...]:
        """Return the values of expressions."""
        return tuple(map(self.value, expressions))

    def source(self, expression: Expression) -> Expression:
        """Return the expression that a name stands for, or the expression itself."""
        return unfold(expression, self.scope)

    def failed(self, runs: Callable[[Expression], bool]) -> Failed | None:
        """Return an operation that has been read, that ``runs`` and that is certain to raise."""
        raised = next((Failed(failure, at) for at, failure in self._failures.items() if runs(at)), None)
        return raised or next((failed for at, failed in self.raised.items() if runs(at)), None)
