"""Operations on arrays that are weak or not: what is said holds for both, as JAX itself has it in both modes."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

import pytest
from operations import oracle

from jdc_mypy_plugin.evaluate.declared.batched import applied
from jdc_operations.evaluation import evaluate
from jdc_operations.values import ArrayValue, Failure, Items, ModePair, Scalar, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

DTYPES: Final = ("int32", "int64", "float32", "float64", "complex64", "int8", "uint8", "float16", "bfloat16", "bool")
WEAK_IN: Final = {"int32": False, "float32": False, "complex64": False, "int64": True, "float64": True}
"""The mode in which each dtype may be weak: that of ``jax_enable_x64`` or the other."""
UNARY: Final = ("sqrt", "negative", "sum", "prod", "mean", "cumsum", "abs", "max", "square", "zeros_like", "round")
BINARY: Final = ("add", "multiply", "true_divide", "floor_divide", "remainder", "power", "maximum", "where", "stack")
SCALARS: Final = (2, 1.5)


def _ways(dtype: str, *, wide: bool) -> Iterator[oracle.Array]:
    yield oracle.Array((3,), dtype)
    if WEAK_IN.get(dtype) is wide:
        yield oracle.Array((3,), dtype, weak=True)


def _value(dtype: str) -> ArrayValue:
    return ArrayValue((3,), dtype, None)


def _said(name: str, operands: list[Value]) -> Value | Failure:
    def operation(put: object) -> Value | Failure:
        assert callable(put)
        return evaluate(f"jax.numpy.{name}", _arguments(name, [put(each) for each in operands]))

    return applied(operation, operands)


def _arguments(name: str, operands: list[Value]) -> list[Value]:
    if name == "stack":
        return [Items(tuple(operands), is_list=True)]
    return [ArrayValue((3,), "bool", weak=False), *operands] if name == "where" else operands


def _given(name: str, operands: list[object]) -> list[object]:
    if name == "stack":
        return [operands]
    return [oracle.Array((3,), "bool"), *operands] if name == "where" else operands


def _known(said: Value | Failure) -> bool:
    return isinstance(said, ArrayValue) and said.dtype is not None


@pytest.mark.parametrize("name", UNARY)
def test_of_one_array(name: str) -> None:
    for dtype in DTYPES:
        said = _said(name, [_value(dtype)])
        for wide in (False, True):
            if not wide and dtype in ("int64", "float64"):
                continue
            for way in _ways(dtype, wide=wide):
                found = oracle.actual(oracle.Sample(f"jax.numpy.{name}", [way]), wide=wide)
                assert oracle.disagreement(said, found, wide=wide) is None, (way, said, found)


@pytest.mark.parametrize("name", BINARY)
def test_of_two_operands(name: str) -> None:
    for one, other in itertools.product(DTYPES, (*DTYPES, *SCALARS)):
        said = _said(name, [_value(one), _value(other) if isinstance(other, str) else oracle.abstract(other)])
        for wide in (False, True):
            if not wide and {one, other} & {"int64", "float64"}:
                continue
            others = list(_ways(other, wide=wide)) if isinstance(other, str) else [other]
            for first, second in itertools.product(_ways(one, wide=wide), others):
                found = oracle.actual(oracle.Sample(f"jax.numpy.{name}", _given(name, [first, second])), wide=wide)
                assert oracle.disagreement(said, found, wide=wide) is None, (first, second, said, found)


def test_dtypes_that_are_the_same_for_both_are_known() -> None:
    for name in ("add", "multiply", "floor_divide", "maximum"):
        assert _known(_said(name, [_value("int32"), Scalar("int", 2)])), name
        assert _known(_said(name, [_value("float32"), Scalar("float", 2.0)])), name
        assert not _known(_said(name, [_value("float32"), _value("bfloat16")])), name
    both = _said("sum", [_value("int32")])
    assert isinstance(both, ArrayValue)
    assert both.dtype == ModePair("int32", "int64")
