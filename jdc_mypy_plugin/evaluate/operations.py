"""From mypy's nodes to the values of `jdc_operations`, which knows what operations do to shapes and dtypes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from mypy.nodes import (
    ArgKind,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    DictExpr,
    Expression,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    SliceExpr,
    StarExpr,
    StrExpr,
    SymbolNode,
    TupleExpr,
    UnaryExpr,
)

from jdc_operations.registry import (
    OPERATIONS,
    evaluate,
    evaluate_assignment,
    evaluate_in_place,
    evaluate_index,
    evaluate_method,
    evaluate_operator,
    evaluate_property,
)
from jdc_operations.values import (
    NONE,
    UNKNOWN,
    ArrayValue,
    AtView,
    DTypeValue,
    Failure,
    Items,
    Scalar,
    SliceValue,
    Value,
)

from ..model.array_annotations import dtype_named
from ..syntax.kept_dicts import entry
from .batched import applied
from .constants import integer, unfold
from .helper_calls import Failed, Helped, HelperCalls
from .helpers import Helper
from .loop_results import LOOPS, of_loop, of_mapped
from .named_sizes import named_size
from .operation_values import in_mode
from .scope import ModuleScope
from .sequences import joined, repeated, unless_list, without_lists
from .substitution import Substitution
from .transformed_calls import mapped
from .written_values import KINDS, written

_DEEPEST: Final = 40
"""Operations on operations beyond which a value is taken for unknown."""
IN_PLACE: Final[Mapping[str, str]] = {
    f"{operator}=": operator for operator in ("+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>")
}
"""The operators of statements that change a variable, each with that of the expression."""


class OperationReader:
    """Evaluates expressions of one module, each once."""

    def __init__(
        self,
        scope: ModuleScope,
        array_of: Callable[[Expression], ArrayValue | None],
        helpers: HelperCalls,
        given: Mapping[SymbolNode, Value] = MappingProxyType({}),
        depth: int = 0,
    ) -> None:
        self._scope = scope
        self._given = given
        """What the parameters hold, where the body of a helper is read for one call of it."""
        self._helpers = helpers
        self._array_of = array_of
        """What is known of an expression that is no operation: a field that its annotation tells, or an array."""
        self._known: dict[Expression, Value] = {}
        self._failures: dict[Expression, Failure] = {}
        self._origins: dict[Expression, Expression] = {}
        """The operation that raises, for calls of functions of the module that are certain to."""
        self._depth = depth

    def failure(self, expression: Expression) -> Failure | None:
        """Return why an operation is certain to raise; None where it may not, and of calls of own functions."""
        self.value(expression)
        return None if expression in self._origins else self._failures.get(expression)

    def failure_of_assignment(self, target: IndexExpr, value: Expression) -> Failure | None:
        """Return why ``array[index] = value`` is certain to raise for an array of NumPy; None where it may not."""
        array, index, given = self.value(target.base), self._index(target.index), self.value(value)
        found = applied(
            lambda put: evaluate_assignment(put(array), put(index), put(given)) or UNKNOWN, (array, index, given)
        )
        return found if isinstance(found, Failure) and not _is_bare(given) else None

    def value(self, expression: Expression) -> Value:
        """Return the value of an expression, as far as it is evident."""
        found = unfold(expression, self._scope)
        value = self._value(found)
        if not isinstance(value, Items) or (found is expression and not isinstance(found, NameExpr)):
            return value
        if value.is_list and not self._is_kept(expression, found):
            return UNKNOWN
        return value if value.is_list else without_lists(value)

    def _is_kept(self, expression: Expression, found: Expression) -> bool:
        """Return whether nobody has changed a list since it was made, where a name stands for it."""
        if isinstance(found, NameExpr):
            return found is expression and self._scope.is_kept(found, None)
        is_its = isinstance(expression, NameExpr) and self._scope.value_of(expression) is found
        kept = is_its and isinstance(expression, NameExpr) and self._scope.is_kept(expression, found)
        return found is expression or kept

    def _value(self, found: Expression) -> Value:
        if isinstance(found, NameExpr) and found.node is not None and found.node in self._given:
            return self._given[found.node] if self._scope.holds_argument(found) else UNKNOWN
        if found not in self._known:
            if self._depth >= _DEEPEST:
                return UNKNOWN
            self._known[found] = UNKNOWN  # a name may be bound to an expression that mentions it
            self._depth += 1
            try:
                self._known[found] = self._read(found)
            finally:
                self._depth -= 1
        return self._known[found]

    def _read(self, expression: Expression) -> Value:
        literal = self._literal(expression)
        if literal is not None:
            return literal
        result = self._operation(expression)
        if isinstance(result, Failure):
            if not any(map(_is_bare, self.values(_operands(expression)))):
                self._failures[expression] = result
            return UNKNOWN
        if result is UNKNOWN:
            return self._array_of(expression) or UNKNOWN
        known = in_mode(result)
        return self._annotated(expression, known) if isinstance(known, ArrayValue) else known

    def _annotated(self, expression: Expression, result: ArrayValue) -> ArrayValue:
        """Return an array with the shape that a variable's annotation gives it, where the operation gives none."""
        said = self._array_of(expression) if result.shape is None else None
        if said is None or said.shape is None:
            return result
        return dataclasses.replace(result, shape=said.shape, dtype=result.dtype or said.dtype)

    def _literal(self, expression: Expression) -> Value | None:
        if isinstance(expression, CallExpr | IndexExpr):
            return None
        number = integer(expression, self._scope)
        if number is not None:
            return Scalar("int", number)
        if isinstance(expression, TupleExpr | ListExpr):
            starred = any(isinstance(item, StarExpr) for item in expression.items)
            return UNKNOWN if starred else Items(self._items(expression.items), isinstance(expression, ListExpr))
        if isinstance(expression, ListComprehension):
            return repeated(expression.generator, self.value)
        literal = written(expression)
        if literal is not None:
            return literal
        named = dtype_named(self._scope.imported(expression))
        return None if named is None else DTypeValue(named.name)

    def _items(self, written: Sequence[Expression]) -> tuple[Value, ...]:
        """Return the items of a list or tuple; a list that has a name may change by that."""
        items = zip(written, self.values(written), strict=True)
        return tuple(unless_list(value) if isinstance(each, NameExpr) else value for each, value in items)

    def _operation(self, expression: Expression) -> Value | Failure:
        if isinstance(expression, CallExpr):
            return self._call(expression)
        if isinstance(expression, IndexExpr):
            return self._of_index(expression)
        if isinstance(expression, MemberExpr):
            return self._of_attribute(expression)
        if isinstance(expression, ConditionalExpr):
            one, other = self.values((expression.if_expr, expression.else_expr))
            return one if one == other else UNKNOWN
        return self._of_operator(expression)

    def _of_index(self, expression: IndexExpr) -> Value | Failure:
        held = self._entry(expression)
        if held is not None:
            return self.value(held)
        base = self.value(expression.base)
        if base is UNKNOWN:
            return UNKNOWN
        index = self._index(expression.index)
        return applied(lambda put: evaluate_index(put(base), put(index)), (base, index))

    def _of_attribute(self, expression: MemberExpr) -> Value | Failure:
        owner = self.value(expression.expr)
        if owner is UNKNOWN:
            return UNKNOWN
        return applied(lambda put: evaluate_property(put(owner), expression.name), (owner,))

    def _of_operator(self, expression: Expression) -> Value | Failure:
        operator, parts = _operator(expression)
        operands = self.values(parts)
        if all(operand is UNKNOWN for operand in operands):
            return UNKNOWN
        size = named_size(operator, operands)
        if size is not None:
            return Scalar("int", size)
        items = joined(operator, operands)
        if items is not None:
            return items
        if isinstance(expression, OpExpr) and operator in IN_PLACE:
            return applied(lambda put: evaluate_in_place(IN_PLACE[operator], *map(put, operands)), operands)
        return applied(lambda put: evaluate_operator(operator, *map(put, operands)), operands)

    def _entry(self, expression: IndexExpr) -> Expression | None:
        """Return what ``params["w"]`` was written with in a dict; None where that may have changed."""
        key = expression.index
        written = self._dict(expression.base) if isinstance(key, StrExpr) else None
        found = entry(written, key.value) if isinstance(key, StrExpr) and written is not None else None
        return None if isinstance(found, ListExpr | TupleExpr) else found

    def _dict(self, base: Expression) -> DictExpr | None:
        """Return the dict that an expression reads from."""
        if isinstance(base, IndexExpr):
            found = self._entry(base)
            return found if isinstance(found, DictExpr) else None
        written = self._scope.value_of(base) if isinstance(base, NameExpr) else None
        if not isinstance(base, NameExpr) or not isinstance(written, DictExpr):
            return None
        return written if self._scope.is_kept(base, written) else None

    def values(self, expressions: Iterable[Expression]) -> tuple[Value, ...]:
        """Return the values of expressions."""
        return tuple(map(self.value, expressions))

    def _call(self, call: CallExpr) -> Value | Failure:
        if any(kind.is_star() for kind in call.arg_kinds):
            return UNKNOWN
        name = self._scope.imported(call.callee)
        if name in LOOPS:
            return of_loop(name, call, self.value, self.applied_to)
        if name in OPERATIONS:
            return self._of_function(name, call)
        if name:
            return UNKNOWN
        if isinstance(call.callee, MemberExpr):
            return self._of_method(call.callee, call)
        called = written(call.callee)
        return Scalar(KINDS[called.name]) if isinstance(called, DTypeValue) else self._called(call)

    def _of_function(self, name: str, call: CallExpr) -> Value | Failure:
        positional, keywords = self._arguments(call)
        operands = (*positional, *keywords.values())
        return applied(lambda put: evaluate(name, *_put(put, positional, keywords)), operands)

    def _of_method(self, callee: MemberExpr, call: CallExpr) -> Value | Failure:
        receiver = self.value(callee.expr)
        if not isinstance(receiver, ArrayValue | AtView):
            return UNKNOWN
        positional, keywords = self._arguments(call)
        return applied(
            lambda put: evaluate_method(put(receiver), callee.name, *_put(put, positional, keywords)),
            (receiver, *positional, *keywords.values()),
        )

    def _arguments(self, call: CallExpr) -> tuple[list[Value], dict[str, Value]]:
        given = list(zip(call.args, call.arg_kinds, call.arg_names, strict=True))
        positional = [self.value(each) for each, kind, _ in given if kind is ArgKind.ARG_POS]
        return positional, {name: self.value(each) for each, _, name in given if name is not None}

    def _called(self, call: CallExpr) -> Value:
        source = unfold(call.callee, self._scope)
        over = mapped(call, source) if isinstance(source, CallExpr) else None
        if over is None:
            return self.called_with(call.callee, call)
        return of_mapped(over, self.values(call.args), self.applied_to)

    def called_with(self, function: Expression, call: CallExpr) -> Value:
        """Return what a function of the module that returns once makes of the arguments of a call."""
        helper = self._helpers.find(function)
        written = None if helper is None else helper.given_by(call)
        if helper is None or written is None:
            return UNKNOWN
        done = self._result(helper, [self.value(argument) for argument in written])
        if done.failed is not None:
            self._failures[call], self._origins[call] = done.failed
        return done.value

    def helper(self, function: Expression) -> Helper | None:
        """Return the function of the module that an expression names, if it can be read by now."""
        return self._helpers.find(function)

    def source(self, expression: Expression) -> Expression:
        """Return the expression that a name stands for, or the expression itself."""
        return unfold(expression, self._scope)

    def applied_to(self, function: Expression, values: Sequence[Value]) -> Helped:
        """Return what a function of the module makes of as many values as it has parameters, or why it raises."""
        helper = self._helpers.find(function)
        if helper is None or len(helper.parameters) != len(values):
            return Helped(UNKNOWN)
        return self._result(helper, values)

    def _result(self, helper: Helper, values: Sequence[Value]) -> Helped:
        if self._depth >= _DEEPEST:
            return Helped(UNKNOWN)
        given = helper.given(values)
        return self._helpers.done(
            helper, given, lambda: OperationReader(self._scope, self._array_of, self._helpers, given, self._depth + 1)
        )

    def failed(self, runs: Callable[[Expression], bool]) -> Failed | None:
        """Return an operation that has been read, that ``runs`` and that is certain to raise."""
        found = next((each for each in self._failures.items() if runs(each[0])), None)
        return None if found is None else Failed(found[1], self._origins.get(found[0], found[0]))

    def _index(self, index: Expression) -> Value:
        if isinstance(index, TupleExpr):
            return Items(tuple(map(self._index, index.items)))
        if not isinstance(index, SliceExpr):
            return self.value(index)
        bounds = (index.begin_index, index.end_index, index.stride)
        return SliceValue(*(NONE if bound is None else self.value(bound) for bound in bounds))


def _operands(expression: Expression) -> Sequence[Expression]:
    """Return what an operation is applied to."""
    if isinstance(expression, CallExpr):
        receiver = [expression.callee.expr] if isinstance(expression.callee, MemberExpr) else []
        return [*receiver, *expression.args]
    if isinstance(expression, IndexExpr):
        return [expression.base]
    return [expression.expr] if isinstance(expression, MemberExpr) else _operator(expression)[1]


def _is_bare(value: Value) -> bool:
    """Return whether nothing is known of an array but its class: it may be a dict that is declared to be an array."""
    if isinstance(value, Items):
        return any(map(_is_bare, value.items))
    array = value.array if isinstance(value, AtView) else value
    return isinstance(array, ArrayValue) and array.shape is None and array.dtype is None


def _put(
    put: Substitution, positional: Sequence[Value], keywords: Mapping[str, Value]
) -> tuple[list[Value], dict[str, Value]]:
    return list(map(put, positional)), {name: put(value) for name, value in keywords.items()}


def _operator(expression: Expression) -> tuple[str, Sequence[Expression]]:
    """Return an operator with its operands; no operands where an expression is something else."""
    if isinstance(expression, OpExpr):
        return expression.op, (expression.left, expression.right)
    if isinstance(expression, UnaryExpr):
        return expression.op, (expression.expr,)
    if isinstance(expression, ComparisonExpr) and len(expression.operands) == 2:
        return expression.operators[0], expression.operands
    return "", ()
