"""No call makes a rule raise, whatever the values are, and no answer takes long."""

from __future__ import annotations

import time
from typing import Any

import pytest
from operations.choices import Seeded
from operations.oracle import symbol

import jdc_operations as rules
from jdc_operations import ArrayValue, DTypeValue, Failure, Items, ModePair, Scalar, SliceValue, Text

_N = symbol(3)
_LEAVES: list[Any] = [
    rules.UNKNOWN,
    rules.NONE,
    rules.ELLIPSIS,
    *(Scalar("int", value) for value in (0, 1, 2, -1, -7, 10**40, -(10**40), None, _N)),
    *(Scalar("float", value) for value in (0.0, 2.5, float("nan"), float("inf"), -1e300, None)),
    Scalar("bool", True),
    Scalar("bool"),
    Scalar("complex", 1j),
    Text("ij,jk->ik"),
    Text("SAME"),
    Text(""),
    Text("..."),
    Text(),
    DTypeValue("float32"),
    DTypeValue("int"),
    DTypeValue("float8_e8m0fnu"),
    DTypeValue("nonsense"),
    SliceValue(rules.NONE, rules.NONE, rules.NONE),
    SliceValue(Scalar("int", 10**40), rules.UNKNOWN, Scalar("int", 0)),
    ArrayValue(),
    ArrayValue(()),
    ArrayValue((3, 4), "float32", weak=False),
    ArrayValue((_N, None, 0), ModePair("int32", "int64"), weak=True),
    ArrayValue((2, 2), "prng_key", weak=False),
    ArrayValue((10**30, 10**30), "bool"),
    ArrayValue((3,), "float64", weak=False, library="numpy"),
    ArrayValue((3,), "float64", library=None),
    ArrayValue((2,), "nonsense"),
]


def _value(choose: Seeded, depth: int = 2) -> Any:
    if depth and choose.chance(0.3):
        return Items(tuple(_value(choose, depth - 1) for _ in range(choose.one((0, 1, 2, 3)))), choose.chance(0.5))
    return choose.one(_LEAVES)


@pytest.mark.parametrize("module", sorted({name.rpartition(".")[0] for name in rules.OPERATIONS}))
def test_functions_answer_everything(module: str) -> None:
    choose = Seeded(1)
    for name, operation in rules.OPERATIONS.items():
        if name.rpartition(".")[0] != module:
            continue
        names = list(operation.signature.defaults)
        for _ in range(25):
            positional = [_value(choose) for _ in range(choose.one((0, 1, 2, 2, 3, 3, 4)))]
            keywords = {choose.one(names): _value(choose) for _ in range(choose.one((0, 0, 1, 2)))} if names else {}
            rules.evaluate(name, positional, keywords)


def test_methods_operators_and_indices_answer_everything() -> None:
    choose = Seeded(2)
    for _ in range(3000):
        receiver, other = _value(choose), _value(choose)
        rules.evaluate_operator(choose.one(("+", "-", "*", "/", "@", "**", "<", "&", "what")), receiver, other)
        rules.evaluate_operator("-", receiver)
        rules.evaluate_method(receiver, choose.one(("sum", "reshape", "transpose", "what")), [other], {})
        rules.evaluate_property(receiver, choose.one(("T", "mT", "shape", "size", "dtype", "at", "what")))
        rules.evaluate_index(receiver, other)
        view = rules.evaluate_property(receiver, "at")
        if not isinstance(view, Failure):
            indexed = rules.evaluate_index(view, other)
            if not isinstance(indexed, Failure):
                rules.evaluate_method(indexed, choose.one(("set", "add", "get", "what")), [_value(choose)])


def test_long_literals_take_linear_time() -> None:
    numbers = Items(tuple(Scalar("int", number) for number in range(20_000)), is_list=True)
    start = time.process_time()
    assert rules.evaluate("jax.numpy.array", [numbers]) == ArrayValue(
        (20_000,), ModePair("int32", "int64"), weak=False
    )
    assert time.process_time() - start < 2
