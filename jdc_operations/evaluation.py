"""Calls of operations, methods, operators, properties and indices: what each gives, or why it raises."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from .arguments import Call
from .conversions import converted, of_either
from .methods import FUNCTIONS, NUMPY_IN_PLACE, array_property, spread_arguments, update
from .registry import OPERATIONS
from .shaping.in_place import assigned, in_place
from .shaping.indexing import indexed
from .signatures import bind
from .values import (
    UNKNOWN,
    ArrayValue,
    AtView,
    Failure,
    Items,
    Library,
    MistakeError,
    Scalar,
    SliceValue,
    Text,
    UnclearError,
    Value,
    failure_of,
)

_OPERATORS: Final[Mapping[str, str]] = {
    "+": "add",
    "-": "subtract",
    "*": "multiply",
    "/": "true_divide",
    "//": "floor_divide",
    "%": "remainder",
    "**": "power",
    "@": "matmul",
    "&": "bitwise_and",
    "|": "bitwise_or",
    "^": "bitwise_xor",
    "<<": "left_shift",
    ">>": "right_shift",
    "==": "equal",
    "!=": "not_equal",
    "<": "less",
    "<=": "less_equal",
    ">": "greater",
    ">=": "greater_equal",
}
PYTHON_OPERATORS: Final[Mapping[str, str]] = {
    "operator.add": "+",
    "operator.sub": "-",
    "operator.mul": "*",
    "operator.truediv": "/",
    "operator.floordiv": "//",
    "operator.mod": "%",
    "operator.pow": "**",
    "operator.matmul": "@",
    "operator.and_": "&",
    "operator.or_": "|",
    "operator.xor": "^",
    "operator.eq": "==",
    "operator.ne": "!=",
    "operator.lt": "<",
    "operator.le": "<=",
    "operator.gt": ">",
    "operator.ge": ">=",
}
"""Functions of two arguments that do what an operator does, by full name."""
_NO_SEQUENCES: Final = frozenset(("+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>"))
"""Operators that raise between an array of JAX and a list or a tuple."""
_CONVERTING: Final = ("array", "asarray")
"""Functions of NumPy that make its arrays of those of JAX."""
_UNARY_OPERATORS: Final[Mapping[str, str]] = {"-": "negative", "+": "positive", "~": "invert"}


def evaluate(
    name: str, positional: Sequence[Value] = (), keywords: Mapping[str, Value] | None = None
) -> Value | Failure:
    """Return what a call of the function with this full public name gives; UNKNOWN where it has no rule."""
    if name in PYTHON_OPERATORS and len(positional) == 2 and not keywords:
        return evaluate_operator(PYTHON_OPERATORS[name], *positional)
    operation = OPERATIONS.get(name)
    bound = None if operation is None else bind(operation.signature, positional, keywords or {})
    if operation is None or bound is None:
        return UNKNOWN
    values, given = bound
    if operation.library != "numpy" or operation.name in _CONVERTING or not _foreign(values.values()):
        return _answer(lambda: operation.rule(Call(operation.name, values, given, operation.library)))
    if any(map(_may_be_of_either, values.values())):
        return UNKNOWN
    taken = {name: converted(value) for name, value in values.items()}
    return of_either(_answer(lambda: operation.rule(Call(operation.name, taken, given, operation.library))))


def _answer(rule: Callable[[], Value]) -> Value | Failure:
    """Return what a rule gives: UNKNOWN where it is not clear, and why it raises where it does."""
    try:
        return rule()
    except UnclearError:
        return UNKNOWN
    except MistakeError as mistake:
        return failure_of(mistake)


def _may_be_of_either(value: Value) -> bool:
    """Return whether nobody knows of which library an argument is."""
    if isinstance(value, Items):
        return any(map(_may_be_of_either, value.items))
    return value is UNKNOWN or (isinstance(value, ArrayValue) and value.library is None)


def _foreign(values: Iterable[Value]) -> bool:
    """Return whether an argument of a function of NumPy is, or may be, an array of JAX: that decides the result."""
    for value in values:
        if value is UNKNOWN or (isinstance(value, ArrayValue) and value.library != "numpy"):
            return True
        if isinstance(value, Items) and _foreign(value.items):
            return True
    return False


def evaluate_operator(operator: str, left: Value, right: Value | None = None) -> Value | Failure:
    """Return ``left operator right``, or ``operator right`` of one operand, where an operand is an array."""
    operands = [left] if right is None else [left, right]
    library = _library(operands)
    kind = _sequence_beside_array(operator, operands)
    if kind:
        return Failure(f"arrays of JAX take no {kind} for {operator}; write jnp.array(...)", is_of_dtypes=True)
    name = (_UNARY_OPERATORS if right is None else _OPERATORS).get(operator)
    if library is None or name is None:
        return UNKNOWN
    return evaluate(f"{'jax.numpy' if library == 'jax' else 'numpy'}.{name}", operands)


def evaluate_in_place(operator: str, target: Value, value: Value) -> Value | Failure:
    """Return what a variable holds after ``target operator= value``, where ``operator`` is written without ``=``."""
    return in_place(operator, target, value, evaluate_operator)


def evaluate_assignment(array: Value, index: Value, value: Value) -> Failure | None:
    """Return why ``array[index] = value`` raises for an array of NumPy; None where it may not."""
    return assigned(evaluate_index(array, index), value)


def _sequence_beside_array(operator: str, operands: Sequence[Value]) -> str:
    """Return ``lists`` or ``tuples`` where an array of JAX meets one; comparisons may have answers.

    A whole number without axes repeats a list: ``jnp.array(2) * [0]``.
    """
    if operator not in _NO_SEQUENCES:
        return ""
    arrays = [each for each in operands if isinstance(each, ArrayValue) and each.library == "jax"]
    if not arrays or (operator == "*" and not all(each.shape for each in arrays)):
        return ""
    return next(("lists" if each.is_list else "tuples" for each in operands if isinstance(each, Items)), "")


def _library(operands: Sequence[Value]) -> Library | None:
    """Return the library that decides what an operator does; None where an operand may decide otherwise."""
    if not all(isinstance(operand, ArrayValue | Scalar) for operand in operands):
        return None
    libraries = [operand.library for operand in operands if isinstance(operand, ArrayValue)]
    if "jax" in libraries:
        return "jax"
    return "numpy" if libraries and None not in libraries else None


def evaluate_method(
    receiver: Value, name: str, positional: Sequence[Value] = (), keywords: Mapping[str, Value] | None = None
) -> Value | Failure:
    """Return ``receiver.name(...)`` of an array, or of ``x.at[index]``."""
    index = receiver.index if isinstance(receiver, AtView) else None
    if isinstance(receiver, AtView) and index is not None:
        return _answer(lambda: update(receiver.array, index, name, positional))
    function = FUNCTIONS.get(name)
    if name == "block_until_ready" and isinstance(receiver, ArrayValue) and receiver.library == "jax":
        return receiver
    if not isinstance(receiver, ArrayValue) or function is None or receiver.library is None:
        return UNKNOWN
    if receiver.library == "numpy" and name in NUMPY_IN_PLACE:
        return UNKNOWN
    module = "jax.numpy" if receiver.library == "jax" else "numpy"
    return evaluate(f"{module}.{function}", [receiver, *spread_arguments(name, positional)], keywords)


def evaluate_property(receiver: Value, name: str) -> Value | Failure:
    """Return ``receiver.name`` of an array: ``T``, ``shape``, ``dtype`` and the like."""
    if not isinstance(receiver, ArrayValue):
        return UNKNOWN
    if name == "at":
        return AtView(receiver) if receiver.library == "jax" else UNKNOWN
    return _answer(lambda: array_property(receiver, name))


def evaluate_index(receiver: Value, index: Value) -> Value | Failure:
    """Return ``receiver[index]`` of an array, of ``x.at``, or of a tuple whose length is known."""
    if isinstance(receiver, AtView):
        return AtView(receiver.array, index) if receiver.index is None else UNKNOWN
    if isinstance(receiver, Items):
        return _item(receiver, index)
    if not isinstance(receiver, ArrayValue) or receiver.library is None:
        return UNKNOWN
    return _indexed(receiver, index)


def _indexed(receiver: ArrayValue, index: Value) -> Value | Failure:
    if receiver.library == "numpy" and isinstance(index, Text):  # a field of a structured array
        return UNKNOWN
    return _answer(lambda: indexed(receiver, index))


def _any_item(items: Sequence[Value]) -> Value:
    """Return what all items are, a number of one kind too."""
    first = items[0] if items else UNKNOWN
    if all(item == first for item in items):
        return first
    if isinstance(first, Scalar) and all(isinstance(item, Scalar) and item.kind == first.kind for item in items):
        return Scalar(first.kind)
    return UNKNOWN


def _item(receiver: Items, index: Value) -> Value:
    """Return an item of a tuple or list, or a part of it."""
    if index == Scalar("int"):
        return _any_item(receiver.items)
    if isinstance(index, Scalar) and isinstance(index.value, int):
        inside = -len(receiver.items) <= index.value < len(receiver.items)
        return receiver.items[index.value] if inside else UNKNOWN
    if isinstance(index, SliceValue):
        bounds = [
            bound.value if isinstance(bound, Scalar) else None for bound in (index.start, index.stop, index.step)
        ]
        parts = (index.start, index.stop, index.step)
        if all(part.value is not None if isinstance(part, Scalar) else part is not UNKNOWN for part in parts):
            numbers = [bound if isinstance(bound, int) else None for bound in bounds]
            return Items(receiver.items[slice(*numbers)], receiver.is_list) if numbers[2] != 0 else UNKNOWN
    return UNKNOWN
