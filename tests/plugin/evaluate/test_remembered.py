"""Results of operations that are remembered: never those of which the operands do not tell all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdc_mypy_plugin.evaluate.declared.batched import remembered
from jdc_mypy_plugin.evaluate.declared.named_sizes import StandIn
from jdc_mypy_plugin.evaluate.declared.open_axes import AnyAxes
from jdc_operations.values import ArrayValue, Failure, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jdc_mypy_plugin.evaluate.substitution import Substitution


def _times_read(what: str, *each: Sequence[Value], result: Value | Failure | None = None) -> int:
    """Return how often an operation is read that is asked for with some operands, one after the other."""
    read = list[Value]()

    def ask(operands: Sequence[Value]) -> None:
        def operation(put: Substitution) -> Value | Failure:
            read.append(put(operands[0]))
            return read[-1] if result is None else result

        remembered(what, operation, operands)

    for operands in each:
        ask(operands)
    return len(read)


def test_the_same_operation_is_read_once() -> None:
    operands = [ArrayValue((3, 4), "float32", weak=False)]
    assert _times_read("once", operands, list(operands)) == 1


def test_a_failure_is_remembered() -> None:
    operands = [ArrayValue((3, 5), "float32", weak=False)]
    assert _times_read("failure", operands, operands, result=Failure("it raises")) == 1


def test_other_operands_are_read_again() -> None:
    known, unknown = ArrayValue((3, 4), "float32", weak=False), ArrayValue(None, "float32", weak=False)
    assert _times_read("others", [known], [unknown], [known]) == 2


def test_a_number_in_the_place_of_a_name_is_no_number() -> None:
    number, stand_in = ArrayValue((7001,), "float32", weak=False), ArrayValue((StandIn(7001),), "float32", weak=False)
    assert number == stand_in
    assert _times_read("stand-in", [number], [stand_in], [stand_in]) == 3


def test_axes_that_an_operation_makes_are_its_own() -> None:
    made = ArrayValue((AnyAxes(of=object()), 3), "float32", weak=False)
    operands = [ArrayValue((3,), "float32", weak=False)]
    assert _times_read("own axes", operands, operands, result=made) == 2
