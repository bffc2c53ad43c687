"""Operations on classes of dtypes: what they say holds for every dtype of the class."""

from __future__ import annotations

import itertools
from typing import Final

import pytest

from jdc_mypy_plugin.evaluate.declared.dtype_classes import of_each_dtype
from jdc_operations.dtypes import COMPLEX_DEFAULT, FLOAT, INT, KINDS, TINY_FLOATS, TINY_INTEGERS
from jdc_operations.evaluation import evaluate
from jdc_operations.values import UNKNOWN, ArrayValue, DType, Failure, ModePair, Value
from jdc_spec.dtypes import NUMERIC_CLASSES, covered

CLASSES: Final = ("Float", "Int", "UInt", "Integer", "Complex", "Inexact", "Real", "Num")
USUAL: Final = frozenset(KINDS) - {*TINY_INTEGERS, *TINY_FLOATS}
UNARY: Final = (
    *(
        "sin",
        "exp",
        "sqrt",
        "abs",
        "negative",
        "invert",
        "floor",
        "sign",
        "square",
        "isnan",
        "real",
        "angle",
        "logical_not",
    ),
    *("sum", "mean", "prod", "max", "argmax", "cumsum", "std", "any", "median", "sort", "diff", "zeros_like", "rint"),
)
BINARY: Final = (
    *("add", "subtract", "multiply", "divide", "floor_divide", "remainder", "power", "maximum", "greater", "equal"),
    *("bitwise_and", "left_shift", "logical_or", "arctan2", "hypot", "copysign", "gcd", "matmul", "dot", "fmod"),
)


def _array(dtype: DType, *, weak: bool | None = False) -> ArrayValue:
    return ArrayValue((3, 3), dtype, weak)


def _instances(name: str) -> list[ArrayValue]:
    """Return an array of each dtype of a class, and the weak ones."""
    weak = [pair for pair in (INT, FLOAT, COMPLEX_DEFAULT) if {pair.narrow, pair.wide} <= covered(name)]
    return [*map(_array, sorted(covered(name) & USUAL)), *(_array(pair, weak=True) for pair in weak)]


def _holds(said: Value | Failure, one: Value | Failure) -> bool:
    """Return whether what is said of a class is right of one of its dtypes; the array has none that fails."""
    if isinstance(one, Failure) or isinstance(said, Failure):
        return isinstance(one, Failure) or one is UNKNOWN
    if not isinstance(said, ArrayValue) or not isinstance(one, ArrayValue) or said.dtype is None or one.dtype is None:
        return True
    wide = covered(said.dtype) if isinstance(said.dtype, str) else {said.dtype.narrow, said.dtype.wide}
    found = {one.dtype.narrow, one.dtype.wide} if isinstance(one.dtype, ModePair) else {one.dtype}
    return said.shape == one.shape and found <= wide


def _apply(name: str, *operands: Value) -> Value | Failure:
    return evaluate(f"jax.numpy.{name}", list(operands), {})


@pytest.mark.parametrize("name", UNARY)
def test_of_one_class(name: str) -> None:
    for given in CLASSES:
        array = _array(given, weak=None)
        said = of_each_dtype(lambda put: _apply(name, put(array)), (array,))
        assert said is not None
        wrong = [
            dtype for dtype in covered(given) & frozenset(KINDS) if not _holds(said, _apply(name, _array(dtype)))
        ]
        assert wrong == [], (given, said)


@pytest.mark.parametrize("name", BINARY)
def test_of_two_classes(name: str) -> None:
    for first, second in itertools.product(CLASSES, repeat=2):
        one, other = _array(first, weak=None), _array(second, weak=None)
        said = of_each_dtype(lambda put: _apply(name, put(one), put(other)), (one, other))
        assert said is not None
        pairs = itertools.product(_instances(first), _instances(second))
        wrong = [pair for pair in pairs if not _holds(said, _apply(name, *pair))]
        assert wrong == [], (first, second, said)


def test_what_is_said() -> None:
    whole, real = _array("Int"), _array("Float")
    assert of_each_dtype(lambda put: _apply("sin", put(whole)), (whole,)) == _array("floating")
    assert of_each_dtype(lambda put: _apply("add", put(whole), put(real)), (whole, real)) == _array("floating")
    failure = of_each_dtype(lambda put: _apply("bitwise_and", put(real), put(real)), (real, real))
    assert failure == Failure("bitwise_and takes booleans or integers, not Float", is_of_dtypes=True)
    assert of_each_dtype(lambda put: _apply("sin", put(_array("float32"))), (_array("float32"),)) is None
    assert {*CLASSES, "floating", "integer"} <= NUMERIC_CLASSES
