"""Arithmetic with sizes: ``x.shape[0] // 2``, and with those that have a name, as of a ``Float[Array, "n 3"]``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from jdc_operations.sizes import multiplied
from jdc_operations.values import Scalar, Value
from jdc_spec.sizes import Dim, Linear, add, multiply

from .declared_numbers import EITHER


def _product(one: Dim, other: Dim) -> Dim:
    made = multiplied((one, other))
    return made if isinstance(made, int | Linear) else None


_OPERATORS: Final[Mapping[str, Callable[[Dim, Dim], Dim]]] = {
    "+": add,
    "-": lambda one, other: add(one, multiply(-1, other)),
    "*": _product,
}
_OF_NUMBERS: Final[Mapping[str, Callable[[int, int], int]]] = {"//": int.__floordiv__, "%": int.__mod__}
_WHOLE: Final[Mapping[tuple[str, int], Scalar]] = {
    **{(operator, 2): Scalar("int") for operator in ("+", "-", "*", "//", "%")},
    ("-", 1): Scalar("int"),
    ("/", 2): Scalar("float"),
}
"""The results of operators on one or two whole numbers, by the operator and how many there are."""
_LARGEST: Final = 2**31 - 1
"""Beyond it the dtype of a Python integer depends on its value."""


class StandIn(int):
    """A number in the place of a size that has a name. The number that it is divided by may be any other."""


def calculated(operator: str, operands: Sequence[Value]) -> Scalar | None:
    """Return the number that an operator makes of numbers; None of anything else."""
    size = _size_of(operator, operands)
    made = _float_of(operator, operands) or _whole_of(operator, operands)
    return made if size is None else Scalar("int", size)


def _whole_of(operator: str, operands: Sequence[Value]) -> Scalar | None:
    """Return the number that ``2 * n`` is, whose value is left open; None where both are known, or of others."""
    numbers = [each.value for each in operands if isinstance(each, Scalar) and each.kind == "int"]
    is_open = len(numbers) == len(operands) and any(not isinstance(number, int) for number in numbers)
    return _WHOLE.get((operator, len(numbers))) if is_open else None


def _float_of(operator: str, operands: Sequence[Value]) -> Scalar | None:
    """Return the number that ``2 * jnp.pi`` or ``-jnp.inf`` is, whose value is left open; None of anything else."""
    numbers = [operand for operand in operands if isinstance(operand, Scalar)]
    kinds = [number.kind for number in numbers]
    may_be_whole = operator != "/" and all(each == EITHER for each in numbers if each.kind == "float")
    made = EITHER if may_be_whole else Scalar("float")
    if kinds == ["float"] and len(operands) == 1 and operator == "-":
        return made
    is_one = len(kinds) == len(operands) == 2 and "float" in kinds and "complex" not in kinds
    return made if is_one and operator in ("+", "-", "*", "/") else None


def _size_of(operator: str, operands: Sequence[Value]) -> Dim:
    """Return what an operator makes of sizes, those with a name among them; None of anything else."""
    sizes = [each.value for each in operands if isinstance(each, Scalar) and each.kind == "int"]
    known = [size for size in sizes if isinstance(size, int | Linear)]
    if not 0 < len(known) == len(operands) <= 2:
        return None
    if len(known) == 1:
        return multiply(-1, known[0]) if operator == "-" else None
    one, other = known
    calculate, of_numbers = _OPERATORS.get(operator), _OF_NUMBERS.get(operator)
    if isinstance(one, int) and isinstance(other, int) and of_numbers is not None:
        is_open = isinstance(one, StandIn) or isinstance(other, StandIn) or not other
        return None if is_open else of_numbers(one, other)
    found = None if calculate is None else calculate(one, other)
    return None if isinstance(found, int) and abs(found) > _LARGEST else found
