"""Operators, on arrays, numbers, lists and objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy.nodes import ComparisonExpr, Expression, OpExpr, UnaryExpr

from jdc_operations.evaluation import evaluate_operator
from jdc_operations.methods import FUNCTIONS
from jdc_operations.values import UNKNOWN, ArrayValue, Failure, Scalar, Text

from ...evaluate.declared.batched import applied
from ..attributes import special
from ..thing_values import held_in, is_none, plain, truth
from ..things import Frame, Member, Method, Named, Object, Own, Row, Table, Thing, View
from ..tracers import need
from .iteration import iterated
from .numbers import compared, of_numbers
from .texts import put_together, repeated

if TYPE_CHECKING:
    from ..machine import Machine

_MERGING: Final = ("%", "//")
"""Operators that give the same for several numbers."""
METHODS: Final = {"+": "add", "-": "sub", "*": "mul", "/": "truediv", "@": "matmul", "**": "pow"}
"""Operators, and the special methods of what stands in front of them."""
_LOGICAL: Final = "&, | and ~"
_LONGEST: Final = 256
"""Items beyond which a list is taken for unknown."""


def _is_function_beside_array(left: Thing, right: Thing) -> bool:
    """Return whether one operand is an array of JAX, and the other a function of the module or a method."""
    pair = (left, right)
    has_array = any(isinstance(each, ArrayValue) and each.library == "jax" for each in pair)
    return has_array and any(isinstance(each, Own) or is_method_of_array(each) for each in pair)


def is_method_of_array(thing: Thing) -> bool:
    """Return whether a thing is a method of an array that is not called: ``x.sum``."""
    return isinstance(thing, Method) and isinstance(thing.receiver, ArrayValue) and thing.name in FUNCTIONS


def _is_of_subclass(right: Thing, left: Thing) -> bool:
    """Return whether the method of the right operand may go first, for its class is derived from the other one's."""
    if not isinstance(left, Object) or not isinstance(right, Object) or left.info is None or right.info is None:
        return False
    return right.info is not left.info and left.info in right.info.mro


def _lets_the_right(left: Thing, method: str) -> bool:
    """Return whether the left operand leaves an operator to an object on the right: a number, or one without it."""
    if isinstance(left, Object):
        return left.info is not None and left.info.get(method) is None and not left.info.fallback_to_any
    return isinstance(left, Scalar)


class Operators:
    """Evaluates operators."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._changes = machine.changes

    def of_two(self, expression: OpExpr, frame: Frame) -> Thing:
        """Return what an operator between two operands gives."""
        if expression.op in ("and", "or"):
            return self._choice(expression, frame)
        first = self._machine.stale.count
        left, right = (
            self._machine.expressions.value(expression.left, frame),
            self._machine.expressions.value(expression.right, frame),
        )
        self._machine.donated.used(expression.left, left, frame)
        self._machine.donated.used(expression.right, right, frame)
        made = self.operated(expression, expression.op, left, right)
        if expression.op in _MERGING:
            self._machine.stale.forget(first, made)
        return made

    def operated(self, at: Expression, operator: str, left: Thing, right: Thing) -> Thing:  # noqa: PLR0911 - one for each kind
        """Return what an operator makes of two things."""
        left, right = held_in(left), held_in(right)
        operator = operator.removesuffix("=") if operator not in ("==", "<=", ">=", "!=") else operator
        joined = self._joined(operator, left, right)
        if joined is not None:
            return joined
        if isinstance(left, Scalar) and isinstance(right, Scalar):
            if operator == "@":
                return self._machine.fail(at, Failure("@ takes arrays, not numbers", is_of_dtypes=True))
            return of_numbers(operator, left, right)
        if operator in METHODS and _is_function_beside_array(left, right):
            reason = f"arrays take no functions for {operator}; this one is not called"
            return self._machine.fail(at, Failure(reason, is_of_dtypes=True))
        if isinstance(left, Text) and isinstance(right, Text | Scalar) and operator in ("+", "*"):
            return put_together(left, right) if isinstance(right, Text) else repeated(left, right)
        made = self._of_objects(operator, left, right)
        if made is not None:
            return made
        if isinstance(left, Object) or isinstance(right, Object):
            self._changes.forget(left)
            self._changes.forget(right)
            return UNKNOWN
        if isinstance(left, View):  # an operator in place changes a set
            self._changes.forget(left.table)
        one, other = plain(left), plain(right)
        if one is UNKNOWN or other is UNKNOWN:
            return UNKNOWN
        made = self._machine.expressions.result(
            at, applied(lambda put: evaluate_operator(operator, put(one), put(other)), (one, other))
        )
        is_of_arrays = all(isinstance(each, ArrayValue | Scalar) for each in (one, other))
        return self._machine.tracers.result(made, (left, right)) if is_of_arrays else made

    def _of_objects(self, operator: str, left: Thing, right: Thing) -> Thing | None:
        """Return what the method of an object makes of an operand; None where the run may find another one."""
        name = METHODS.get(operator)
        if name is None or _is_of_subclass(right, left):
            return None
        if _lets_the_right(left, f"__{name}__") and isinstance(right, Object):
            left, right, name = right, left, f"r{name}"
        method = special(left, f"__{name}__", self._machine)
        made = None if method is None else self._machine.calls.apply(method, [right], {}, None)
        return None if made == Named("builtins.NotImplemented") else made

    def _joined(self, operator: str, left: Thing, right: Thing) -> Thing | None:
        """Return what ``+`` makes of two lists or tuples, and ``*`` of one and a number."""
        if isinstance(left, Scalar) and isinstance(right, Row):
            left, right = right, left
        if not isinstance(left, Row) or (not isinstance(right, Row | Scalar)):
            return None
        regions = self._changes.regions
        if operator == "+" and isinstance(right, Row):
            is_known = left.items is not None and right.items is not None
            items = [*(left.items or ()), *(right.items or ())] if is_known else None
            return Row(regions, items=items, is_list=left.is_list)
        if operator == "*" and isinstance(right, Scalar):
            times = right.value if isinstance(right.value, int) else None
            is_short = times is not None and left.items is not None and times * len(left.items) <= _LONGEST
            items = left.items * times if is_short and left.items is not None and times is not None else None
            return Row(regions, items=items, is_list=left.is_list)
        return None

    def _choice(self, expression: OpExpr, frame: Frame) -> Thing:
        left = self._machine.expressions.value(expression.left, frame)
        known = truth(left)
        need(f"`{expression.op}`", expression.left, left, _LOGICAL, self._machine)
        if known is not None and known is (expression.op == "or"):
            self._machine.effects.of_skipped_part(expression.right)
            return left
        if known is not None:
            return self._machine.expressions.value(expression.right, frame)
        with self._changes.perhaps():
            right = self._machine.expressions.value(expression.right, frame)
        return self._changes.either(left, right)

    def of_one(self, expression: UnaryExpr, frame: Frame) -> Thing:
        """Return what an operator before an operand gives."""
        is_condition = expression.op == "not"
        read = self._machine.stale.condition if is_condition else self._machine.expressions.value
        operand = held_in(read(expression.expr, frame))
        if is_condition:
            known = truth(operand)
            need("`not`", expression.expr, operand, _LOGICAL, self._machine)
            return Scalar("bool", None if known is None else not known)
        if isinstance(operand, Object):
            self._changes.forget(operand)
        self._machine.donated.used(expression.expr, operand, frame)
        if isinstance(operand, Scalar):
            return of_numbers(expression.op, operand)
        one = plain(operand)
        if one is UNKNOWN:
            return UNKNOWN
        made = self._machine.expressions.result(
            expression, applied(lambda put: evaluate_operator(expression.op, put(one)), (one,))
        )
        return self._machine.tracers.result(made, [operand])

    def comparison(self, expression: ComparisonExpr, frame: Frame) -> Thing:
        """Return what a comparison gives."""
        first = self._machine.stale.count
        made = self._comparison(expression, frame)
        self._machine.stale.forget(first, made)
        return made

    def _comparison(self, expression: ComparisonExpr, frame: Frame) -> Thing:
        if len(expression.operands) > 2:
            with self._changes.perhaps():
                for each in expression.operands:
                    self._machine.expressions.value(each, frame)
            return UNKNOWN
        left, right = [self._machine.expressions.value(each, frame) for each in expression.operands]
        operator = expression.operators[0]
        if operator in ("is", "is not"):
            known = is_none(left) if is_none(right) else None
            if isinstance(left, Member) and isinstance(right, Member):
                known = left == right
            return Scalar("bool", None if known is None else known is (operator == "is"))
        left, right = held_in(left), held_in(right)
        if operator in ("in", "not in") and not isinstance(right, Table | Text):
            iterated(right, self._machine)  # which uses up an iterator
        for side in (left, right):
            if isinstance(side, Object):
                self._changes.forget(side)
        found = compared(operator, left, right)
        return self.operated(expression, operator, left, right) if found is None else found
