"""From mypy's nodes to the values of `jdc_operations`, which knows what operations do to shapes and dtypes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from mypy.nodes import (
    ArgKind,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    DictExpr,
    Expression,
    IndexExpr,
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
from .batched import Substitution, applied
from .constants import integer, unfold
from .helpers import Helper, helper_of
from .named_sizes import named_size
from .operation_values import in_mode
from .scope import ModuleScope
from .written_values import KINDS, written

_DEEPEST: Final = 40
"""Operations on operations beyond which a value is taken for unknown."""
IN_PLACE: Final[Mapping[str, str]] = {
    f"{operator}=": operator for operator in ("+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>")
}
"""The operators of statements that change a variable, each with that of the expression."""


class Helped(NamedTuple):
    """What a call of a helper gives."""

    value: Value
    failure: Failure | None = None
    """Why it is certain to raise."""


class OperationReader:
    """Evaluates expressions of one module, each once."""

    def __init__(
        self,
        scope: ModuleScope,
        array_of: Callable[[Expression], ArrayValue | None],
        is_checked: Callable[[Expression], bool],
        given: Mapping[SymbolNode, Value] = MappingProxyType({}),
        around: OperationReader | None = None,
    ) -> None:
        self._scope = scope
        self._given = given
        """What the parameters hold, where the body of a helper is read for one call of it."""
        self._helped: dict[tuple[object, ...], Helped] = {} if around is None else around._helped
        """What helpers do, by their result and what they are given."""
        self._is_checked = is_checked
        self._array_of = array_of
        """What is known of an expression that is no operation: a field that its annotation tells, or an array."""
        self._known: dict[Expression, Value] = {}
        self._failures: dict[Expression, Failure] = {}
        self._depth: int = 0 if around is None else around._depth + 1

    def failure(self, expression: Expression) -> Failure | None:
        """Return why an operation is certain to raise; None where it may not."""
        self.value(expression)
        return self._failures.get(expression)

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
        if isinstance(found, ListExpr) and found is not expression:  # it may have changed since
            return UNKNOWN
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
            if not any(map(_is_bare, self._values(_operands(expression)))):
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
        number = integer(expression, self._scope)
        if number is not None:
            return Scalar("int", number)
        if isinstance(expression, TupleExpr | ListExpr):
            starred = any(isinstance(item, StarExpr) for item in expression.items)
            return UNKNOWN if starred else Items(self._values(expression.items), isinstance(expression, ListExpr))
        literal = written(expression)
        if literal is not None:
            return literal
        named = dtype_named(self._scope.imported(expression))
        return None if named is None else DTypeValue(named.name)

    def _operation(self, expression: Expression) -> Value | Failure:
        if isinstance(expression, CallExpr):
            return self._call(expression)
        if isinstance(expression, IndexExpr):
            held = self._entry(expression)
            if held is not None:
                return self.value(held)
            base, index = self.value(expression.base), self._index(expression.index)
            return applied(lambda put: evaluate_index(put(base), put(index)), (base, index))
        if isinstance(expression, MemberExpr):
            owner, name = self.value(expression.expr), expression.name
            return applied(lambda put: evaluate_property(put(owner), name), (owner,))
        if isinstance(expression, ConditionalExpr):
            one, other = self._values((expression.if_expr, expression.else_expr))
            return one if one == other else UNKNOWN
        return self._of_operator(expression)

    def _of_operator(self, expression: Expression) -> Value | Failure:
        operator, parts = _operator(expression)
        operands = self._values(parts)
        size = named_size(operator, operands)
        if size is not None:
            return Scalar("int", size)
        if isinstance(expression, OpExpr) and operator in IN_PLACE:
            return applied(lambda put: evaluate_in_place(IN_PLACE[operator], *map(put, operands)), operands)
        return applied(lambda put: evaluate_operator(operator, *map(put, operands)), operands) if parts else UNKNOWN

    def _entry(self, expression: IndexExpr) -> Expression | None:
        """Return what ``params["w"]`` was written with in a dict; None where that may have changed."""
        key = expression.index
        written = self._dict(expression.base) if isinstance(key, StrExpr) else None
        found = entry(written, key.value) if isinstance(key, StrExpr) and written is not None else None
        return None if isinstance(found, ListExpr) else found

    def _dict(self, base: Expression) -> DictExpr | None:
        """Return the dict that an expression reads from."""
        if isinstance(base, IndexExpr):
            found = self._entry(base)
            return found if isinstance(found, DictExpr) else None
        written = self._scope.value_of(base) if isinstance(base, NameExpr) else None
        if not isinstance(base, NameExpr) or not isinstance(written, DictExpr):
            return None
        return written if self._scope.is_kept(base, written) else None

    def _values(self, expressions: Iterable[Expression]) -> tuple[Value, ...]:
        return tuple(map(self.value, expressions))

    def _call(self, call: CallExpr) -> Value | Failure:
        if any(kind.is_star() for kind in call.arg_kinds):
            return UNKNOWN
        given = list(zip(call.args, call.arg_kinds, call.arg_names, strict=True))
        positional = [self.value(each) for each, kind, _ in given if kind is ArgKind.ARG_POS]
        keywords = {name: self.value(each) for each, _, name in given if name is not None}
        name = self._scope.imported(call.callee)
        operands = (*positional, *keywords.values())
        if name:
            return applied(lambda put: evaluate(name, *_put(put, positional, keywords)), operands)
        if not isinstance(call.callee, MemberExpr):
            called = written(call.callee)
            return (
                Scalar(KINDS[called.name]) if isinstance(called, DTypeValue) else self.called_with(call.callee, call)
            )
        receiver, method = self.value(call.callee.expr), call.callee.name
        if not isinstance(receiver, ArrayValue | AtView):
            return UNKNOWN
        return applied(
            lambda put: evaluate_method(put(receiver), method, *_put(put, positional, keywords)),
            (receiver, *operands),
        )

    def called_with(self, function: Expression, call: CallExpr) -> Value:
        """Return what a function of the module that returns once makes of the arguments of a call."""
        helper = self._helper(function)
        given = None if helper is None else helper.given_by(call)
        if helper is None or given is None:
            return UNKNOWN
        done = self._result(helper, {parameter: self.value(argument) for parameter, argument in given})
        if done.failure is not None:
            self._failures[call] = done.failure
        return done.value

    def applied_to(self, function: Expression, values: Sequence[Value]) -> Helped:
        """Return what a function of the module makes of as many values as it has parameters, or why it raises."""
        helper = self._helper(function)
        if helper is None or len(helper.parameters) != len(values):
            return Helped(UNKNOWN)
        given = zip(helper.parameters, values, strict=True)
        return self._result(helper, {parameter: value for (parameter, _), value in given})

    def _helper(self, function: Expression) -> Helper | None:
        callee = unfold(function, self._scope)
        helper = helper_of(callee.node if isinstance(callee, NameExpr) else callee)
        return None if helper is not None and helper.is_typed and not self._is_checked(helper.result) else helper

    def _result(self, helper: Helper, given: Mapping[SymbolNode, Value]) -> Helped:
        if self._depth >= _DEEPEST:
            return Helped(UNKNOWN)
        key = (helper.result, *given.values())
        if key not in self._helped:
            self._helped[key] = Helped(UNKNOWN)  # the function may call itself
            within = self._within(given)
            self._helped[key] = Helped(within.value(helper.result), within.certain_failure())
        return self._helped[key]

    def certain_failure(self) -> Failure | None:
        """Return why something raises that has been read, and that runs whatever its function is given."""
        failed = self._failures.items()
        return next((failure for expression, failure in failed if self._scope.always_runs(expression)), None)

    def _within(self, given: Mapping[SymbolNode, Value]) -> OperationReader:
        return OperationReader(self._scope, self._array_of, self._is_checked, given, self)

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
