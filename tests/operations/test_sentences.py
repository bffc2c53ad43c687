"""The sentences of mistakes, and what is said where parts are unknown."""

from __future__ import annotations

import math
from typing import Any

import pytest
from operations.oracle import Array, abstract, answer, symbol

from jdc_operations import (
    ELLIPSIS,
    NONE,
    UNKNOWN,
    ArrayValue,
    Failure,
    Items,
    ModePair,
    Scalar,
    evaluate,
    evaluate_operator,
)


def f32(*shape: int) -> Array:
    return Array(shape, "float32")


def i32(*shape: int) -> Array:
    return Array(shape, "int32")


SENTENCES: list[tuple[str, list[Any], dict[str, Any], str]] = [
    ("operator:+", [f32(3), f32(4)], {}, "cannot broadcast (3,) with (4,): axis -1 is 3 and 4"),
    ("jax.numpy.where", [f32(2, 3), f32(2, 3), f32(2, 4)], {}, "cannot broadcast (2, 3) with (2, 4): axis -1 is 3 and 4"),
    (
        "jax.numpy.vstack",
        [f32(2, 3), f32(2, 3)],
        {},
        "vstack takes one list of arrays; its second argument is a dtype, not an array",
    ),
    ("jax.numpy.einsum", [f32(3, 4), "ij->i"], {}, "einsum takes the subscripts before the arrays"),
    ("operator:@", [f32(3, 5), f32(4, 2)], {}, "matmul contracts 5 with 4: (3, 5) @ (4, 2)"),
    ("operator:@", [f32(3), f32()], {}, "matmul takes arrays of at least one axis, not ()"),
    ("method:reshape", [f32(3, 4), 5, 2], {}, "cannot reshape (3, 4) (12 elements) to (5, 2) (10 elements)"),
    ("method:reshape", [f32(3, 4), 5, -1], {}, "cannot reshape (3, 4) (12 elements) to (5, -1)"),
    ("method:reshape", [f32(3, 4), -1, -1], {}, "reshape takes one size of -1, not more"),
    ("method:sum", [f32(3, 4)], {"axis": 2}, "axis 2 is out of range for (3, 4)"),
    ("method:sum", [f32(3, 4)], {"axis": (0, -2)}, "axis 0 is given twice"),
    ("jax.numpy.expand_dims", [f32(3), 3], {}, "axis 3 is out of range for (3,) with 1 new axis"),
    ("jax.numpy.squeeze", [f32(3, 1)], {"axis": 0}, "squeeze removes axes of size 1; axis 0 of (3, 1) is 3"),
    ("jax.numpy.concatenate", [[f32(3, 4), f32(3, 5)]], {}, "cannot concatenate (3, 4) and (3, 5) along axis 0: axis 1 is 4 and 5"),
    ("jax.numpy.concatenate", [[f32(3, 4), f32(3)]], {}, "concatenate takes arrays of as many axes: (3, 4) and (3,)"),
    ("jax.numpy.concatenate", [[]], {}, "concatenate takes at least one array"),
    ("jax.numpy.stack", [[f32(3), f32(4)]], {}, "stack takes arrays of one shape: (3,) and (4,)"),
    ("jax.numpy.split", [f32(5), 2], {}, "cannot split axis of size 5 into 2 equal parts"),
    ("jax.numpy.einsum", ["ij,jk->ik", f32(3, 5), f32(4, 2)], {}, "einsum 'ij,jk->ik': 'j' is 5 and 4"),
    ("jax.numpy.einsum", ["ij,jk", f32(3, 5)], {}, "einsum 'ij,jk' has 2 operands, not 1"),
    ("jax.numpy.einsum", ["ij->i", f32(3)], {}, "einsum 'ij->i': 'ij' takes 2 axes, not (3,)"),
    ("jax.numpy.tensordot", [f32(3, 4), f32(5, 2), 1], {}, "tensordot contracts 4 with 5: axis 1 of (3, 4) and axis 0 of (5, 2)"),
    ("jax.numpy.transpose", [f32(3, 4), (0, 1, 2)], {}, "transpose takes 2 axes for (3, 4), not 3"),
    ("index", [f32(3, 4), (0, 0, 0)], {}, "too many indices: 3 for (3, 4)"),
    ("index", [f32(3), 1.5], {}, "an index is an integer, a slice or a mask, not a float"),
    ("index", [f32(3), [0, 1]], {}, "arrays take no lists as an index; write a tuple, or jnp.array(...) to select several"),
    ("index", [f32(3, 4), Array((4,), "bool")], {}, "a mask has the shape of what it selects from: axis 0 of (4,) is 4, expected 3"),
    ("index", [Array((3,), "float64", library="numpy"), 5], {}, "index 5 is out of bounds for axis 0 with size 3"),
    ("at:set", [f32(3, 4), 0, f32(3)], {}, "cannot broadcast (3,) to (4,): axis -1 is 3 and 4"),
    ("jax.lax.add", [f32(1, 3), f32(3)], {}, "jax.lax adds no axes: (1, 3) and (3,)"),
    ("jax.lax.dynamic_slice", [f32(3, 4), (0, 0), (4, 4)], {}, "dynamic_slice of (4, 4) does not fit in (3, 4): axis 0 is 4 and 3"),
    ("jax.lax.conv_general_dilated", [f32(1, 3, 8, 8), f32(4, 2, 3, 3), (1, 1), "SAME"], {}, "conv_general_dilated of (1, 3, 8, 8) with (4, 2, 3, 3): 3 features, expected 2"),
    ("jax.numpy.linalg.inv", [f32(2, 3)], {}, "inv takes square matrices, not (2, 3)"),
    ("jax.random.normal", [Array((3,), "key"), (2,)], {}, "normal takes one key, not (3,); use jax.vmap"),
    ("jax.random.randint", [Array((), "key"), (2,), i32(3), 5], {}, "cannot broadcast (3,) to (2,): axis -1 is 3 and 2"),
]  # fmt: skip
OF_DTYPES: list[tuple[str, list[Any], dict[str, Any], str]] = [
    ("index", [f32(3), f32(2)], {}, "an index is an integer, a slice or a mask, not an array of float32"),
    ("jax.numpy.sin", ["text"], {}, "sin takes arrays, not a string"),
    ("jax.numpy.exp", [[1.0]], {}, "exp takes arrays, not a list"),
    ("operator:<<", [f32(3), 1], {}, "left_shift takes booleans or integers, not float32"),
    ("operator:-", [Array((3,), "bool"), Array((3,), "bool")], {}, "subtract takes integers or floating numbers or complex numbers, not bool"),
    ("operator:+", [Array((3,), "float8_e5m2"), f32(3)], {}, "no dtype is common to float8_e5m2 and float32; cast one with astype"),
    ("jax.lax.add", [i32(3), f32(3)], {}, "add takes operands of one dtype, not int32 and float32"),
]  # fmt: skip
ROWS = [*((*row, False) for row in SENTENCES), *((*row, True) for row in OF_DTYPES)]


@pytest.mark.parametrize(
    ("target", "args", "kwargs", "sentence", "is_of_dtypes"), ROWS, ids=[f"{row[0]}-{row[3][:24]}" for row in ROWS]
)
def test_sentence(target: str, args: list[Any], kwargs: dict[str, Any], sentence: str, is_of_dtypes: bool) -> None:
    said = answer(target, [abstract(arg) for arg in args], {name: abstract(arg) for name, arg in kwargs.items()})
    assert said == Failure(sentence, is_of_dtypes)


def test_dtypes_depend_on_the_mode() -> None:
    three = Items((Scalar("int", 3),))
    assert evaluate("jax.numpy.zeros", [three]) == ArrayValue((3,), ModePair("float32", "float64"), weak=False)
    assert evaluate("numpy.zeros", [three]) == ArrayValue((3,), "float64", weak=False, library="numpy")
    made = ArrayValue((3,), "bfloat16", weak=False)
    assert evaluate_operator("*", made, Scalar("float", 2.0)) == made
    assert evaluate_operator(
        "+", ArrayValue((), "int32", weak=False), ArrayValue((), "uint32", weak=False)
    ) == ArrayValue((), ModePair("int32", "int64"), weak=False)


def test_a_size_that_is_not_one_decides_what_an_unknown_one_gives() -> None:
    known, vague = ArrayValue((4,), "float32", weak=False), ArrayValue((None,), "float32", weak=False)
    assert evaluate_operator("+", known, vague) == known
    assert evaluate_operator("+", vague, ArrayValue((1,), "float32", weak=False)) == vague


def test_names_of_sizes_are_kept_and_never_compared() -> None:
    n, m = symbol(7), symbol(8)
    one, other = ArrayValue((n, 3), "float32", weak=False), ArrayValue((m, 3), "float32", weak=False)
    assert evaluate_operator("+", one, one) == one
    assert evaluate_operator("+", one, other) == ArrayValue((None, 3), "float32", weak=False)
    assert evaluate_operator("@", one, ArrayValue((3, m), "float32", weak=False)) == ArrayValue(
        (n, m), "float32", weak=False
    )
    assert evaluate("jax.numpy.zeros", [Items((Scalar("int", n), Scalar("int", 2)))]) == ArrayValue(
        (n, 2), ModePair("float32", "float64"), weak=False
    )


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("jax.numpy.nothing", []),
        ("jax.numpy.sum", []),
        ("jax.numpy.reshape", [Scalar("int", -(10**30)), UNKNOWN]),
        ("jax.numpy.zeros", [NONE]),
        ("jax.numpy.zeros", [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]),
        ("jax.numpy.arange", [Scalar("float", math.inf)]),
        ("jax.numpy.arange", [Scalar("float", math.nan)]),
        ("jax.numpy.split", [ArrayValue((10**9,), "float32"), Scalar("int", 10**9)]),
        ("jax.numpy.einsum", [UNKNOWN, ELLIPSIS]),
    ],
)
def test_odd_calls_are_unknown(name: str, args: list[Any]) -> None:
    assert not isinstance(evaluate(name, args), Failure) or name == "jax.numpy.reshape"


def test_a_huge_sequence_is_not_spelled_out() -> None:
    assert evaluate("jax.numpy.stack", [ArrayValue((10**9, 2), "float32")]) is UNKNOWN
