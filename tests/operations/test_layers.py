"""Layers of equinox and flax against the libraries themselves, by `jax.eval_shape`."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import pytest

from jdc_operations.nn.layers import LAYERS, evaluate_layer
from jdc_operations.values import UNKNOWN, ArrayValue, Failure, Items, Scalar, Text, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

eqx = pytest.importorskip("equinox")
nnx = pytest.importorskip("flax.nnx")
linen = pytest.importorskip("flax.linen")

pytestmark = pytest.mark.skipif(jax.__version__ != "0.10.2", reason="libraries beside other versions of jax differ")
SHAPES = [
    *((), (3,), (4,), (8,), (1,), (3, 4), (4, 3), (6, 3), (5, 8), (2, 3, 8), (3, 16, 16), (1, 16, 16), (3, 16)),
    *((16, 3), (16, 16, 3), (2, 16, 16, 3), (2, 3, 16, 16), (2, 15, 17, 3), (5, 2, 16, 16, 4), (4, 9, 10)),
]
MADE: Mapping[str, Sequence[tuple[tuple[object, ...], dict[str, object]]]] = {
    "equinox.nn.Linear": [((3, 4), {}), ((3, 4), {"use_bias": False}), ((3, "scalar"), {}), ((3, 1), {})],
    "equinox.nn.MLP": [((3, 4, 8, 2), {}), ((3, "scalar", 8, 1), {}), ((3, 2, 8, 0), {}), (("scalar", 2, 8, 1), {})],
    "equinox.nn.Conv1d": [((3, 6, 3), {}), ((3, 6, 2), {"stride": 2, "padding": 1})],
    "equinox.nn.Conv2d": [
        ((3, 6, 3), {"padding": 1}),
        ((3, 6, (3, 5)), {"stride": (2, 1), "padding": ((0, 1), (2, 2))}),
        ((4, 8, 3), {"groups": 2, "padding": "SAME"}),
        ((3, 6, 3), {"dilation": 2, "padding": (1, 0)}),
        ((3, 6, 3), {"padding": 1, "padding_mode": "CIRCULAR"}),
    ],
    "equinox.nn.Conv": [((2, 3, 6, 3), {}), ((1, 3, 6, 3), {})],
    "equinox.nn.MaxPool1d": [((2, 2), {})],
    "equinox.nn.MaxPool2d": [((2, 2), {}), ((3,), {"stride": (2, 1), "padding": 1})],
    "equinox.nn.AvgPool2d": [((2,), {"use_ceil": True}), (((2, 3), 2), {})],
    "equinox.nn.LayerNorm": [((3,), {}), (((3, 4),), {})],
    "equinox.nn.RMSNorm": [((8,), {})],
    "equinox.nn.Embedding": [((10, 4), {})],
    "equinox.nn.Dropout": [((0.5,), {"inference": True})],
    "equinox.nn.Identity": [((), {})],
    "flax.nnx.Linear": [((3, 4), {}), ((8, 1), {"use_bias": False})],
    "flax.nnx.Conv": [
        ((3, 6, (3, 3)), {}),
        ((3, 6, (3, 3)), {"strides": 2, "padding": "VALID"}),
        ((3, 6, 3), {}),
        ((4, 8, (3, 2)), {"feature_group_count": 2, "padding": ((1, 1), (0, 2))}),
        ((3, 6, (3, 3)), {"padding": "CIRCULAR", "strides": (2, 1)}),
        ((3, 6, (3, 3)), {"kernel_dilation": 2, "padding": 1}),
    ],
    "flax.nnx.Embed": [((10, 4), {})],
    "flax.nnx.LayerNorm": [((3,), {}), ((1,), {})],
    "flax.nnx.RMSNorm": [((8,), {})],
    "flax.nnx.BatchNorm": [((3,), {}), ((3,), {"use_running_average": True})],
    "flax.nnx.Dropout": [((0.5,), {"deterministic": True})],
    "flax.nnx.MultiHeadAttention": [
        ((2, 8), {"decode": False}),
        ((2, 3, 8), {"decode": False, "out_features": 5}),
        ((1, 3, 8, 4), {"decode": False}),
    ],
    "flax.linen.MultiHeadDotProductAttention": [((1,), {}), ((2,), {"qkv_features": 8, "out_features": 5})],
    "flax.linen.MultiHeadAttention": [((1,), {"qkv_features": 4})],
    "flax.linen.Dense": [((4,), {}), ((4, False), {})],
    "flax.linen.Conv": [
        ((6, (3, 3)), {}),
        ((6, (3, 3)), {"strides": (2, 2), "padding": "VALID"}),
        ((8, (3,)), {"padding": "CAUSAL"}),
        ((4, (2, 2), 2), {"feature_group_count": 1, "padding": [(1, 1), (0, 2)]}),
    ],
    "flax.linen.Embed": [((10, 4), {})],
    "flax.linen.LayerNorm": [((), {})],
    "flax.linen.RMSNorm": [((), {})],
    "flax.linen.GroupNorm": [((3,), {})],
    "flax.linen.BatchNorm": [((True,), {})],
    "flax.linen.Dropout": [((0.5,), {"deterministic": True})],
}


def value(given: object) -> Value:
    match given:
        case bool():
            return Scalar("bool", given)
        case int():
            return Scalar("int", given)
        case float():
            return Scalar("float", given)
        case str():
            return Text(given)
        case tuple() | list():
            return Items(tuple(map(value, given)), isinstance(given, list))
        case _:
            return UNKNOWN


def shown(name: str, positional: Sequence[object], keywords: Mapping[str, object]) -> Callable[[Any], Any]:
    """Return what makes the layer of the library and calls it."""
    library, _, kind = name.rpartition(".")

    def call(x: Any) -> Any:
        if library == "flax.linen":
            return getattr(linen, kind)(*positional, **keywords).init_with_output(jax.random.key(0), x)[0]
        if library == "flax.nnx":
            return getattr(nnx, kind)(*positional, **keywords, rngs=nnx.Rngs(0))(x)
        layer = getattr(eqx.nn, kind)
        keyed = not kind.startswith(("MaxPool", "AvgPool", "LayerNorm", "RMSNorm", "Dropout", "Identity"))
        return layer(*positional, **keywords, **({"key": jax.random.key(0)} if keyed else {}))(x)

    return call


def found(name: str, positional: Sequence[object], keywords: Mapping[str, object], x: ArrayValue) -> Value | Failure:
    others = {"rngs": UNKNOWN} if name.startswith("flax.nnx.") else {}
    made = [*map(value, positional)], {**{key: value(each) for key, each in keywords.items()}, **others}
    return evaluate_layer(name, made, ([x], {}))


def cases() -> Iterator[tuple[str, tuple[object, ...], dict[str, object]]]:
    return ((name, *each) for name, all_made in MADE.items() for each in all_made)


@pytest.mark.parametrize(("name", "positional", "keywords"), [*cases()], ids=str)
def test_layers_give_what_the_library_gives(
    name: str, positional: tuple[object, ...], keywords: dict[str, object]
) -> None:
    call, known = shown(name, positional, keywords), 0
    for shape, dtype in itertools.product(SHAPES, ("float32", "int32") if "Embed" in name else ("float32",)):
        answer = found(name, positional, keywords, ArrayValue(shape, dtype, False))
        try:
            real = jax.eval_shape(lambda: call(jnp.zeros(shape, dtype))).shape
        except Exception as error:
            assert not isinstance(answer, ArrayValue) or answer.shape is None or dtype == "int32", (shape, error)
            continue
        assert not isinstance(answer, Failure), (shape, answer)
        if isinstance(answer, ArrayValue) and answer.shape is not None:
            known += 1
            assert len(answer.shape) == len(real), (shape, dtype)
            assert all(size in (None, other) for size, other in zip(answer.shape, real, strict=True)), (shape, dtype)
    assert known or "scalar" in positional or {"use_ceil", "padding_mode"}.intersection(keywords)


@pytest.mark.parametrize(
    ("cell", "state"), [("GRUCell", (8,)), ("LSTMCell", (8,)), ("GRUCell", (7,)), ("LSTMCell", (9,))]
)
def test_cells(cell: str, state: tuple[int, ...]) -> None:
    made = [Scalar("int", 3), Scalar("int", 8)], {"key": UNKNOWN}
    held: Value = ArrayValue(state)
    given = [ArrayValue((3,)), Items((held, held)) if cell == "LSTMCell" else held]
    answer = evaluate_layer(f"equinox.nn.{cell}", made, (given, {}))
    assert isinstance(answer, Failure) == (state != (8,))


STATES = [(8,), (1, 8), (5, 8), (2, 5, 8), (7,), (5, 7), ()]


@pytest.mark.parametrize("library", ["nnx", "linen"])
@pytest.mark.parametrize("cell", ["GRUCell", "SimpleCell", "LSTMCell", "OptimizedLSTMCell"])
def test_cells_of_flax(library: str, cell: str) -> None:
    has_memory, known = "LSTM" in cell, 0
    sizes = {"in_features": 3, "hidden_features": 8} if library == "nnx" else {"features": 8}
    made = {name: Scalar("int", size) for name, size in sizes.items()}
    others: Mapping[str, Value] = {"rngs": UNKNOWN} if library == "nnx" else {}
    for inputs, state in itertools.product([(3,), (5, 3), (4, 3), (2, 5, 3), (4,), ()], STATES):
        held: Value = ArrayValue(state, "float32", False)
        carry = Items((held, held)) if has_memory else held
        given = [carry, ArrayValue(inputs, "float32", False)]
        answer = evaluate_layer(f"flax.{library}.{cell}", ([], {**made, **others}), (given, {}))
        zeros = jnp.zeros(state)

        def call(
            carry: Any = (zeros, zeros) if has_memory else zeros, x: Any = jnp.zeros(inputs), sizes: Any = sizes
        ) -> Any:
            if library == "nnx":
                return getattr(nnx, cell)(**sizes, rngs=nnx.Rngs(0))(carry, x)
            return getattr(linen, cell)(**sizes).init_with_output(jax.random.key(0), carry, x)[0]

        try:
            real = jax.eval_shape(call)
        except Exception as error:
            assert not isinstance(answer, Items), (inputs, state, error)
            continue
        assert not isinstance(answer, Failure), (inputs, state, answer)
        if isinstance(answer, Items):
            known += 1
            out = answer.items[1]
            assert isinstance(out, ArrayValue), (inputs, state)
            assert out.shape == real[1].shape, (inputs, state)
            assert jax.tree.leaves(real[0])[-1].shape == real[1].shape
    assert known


@pytest.mark.parametrize(("sizes", "is_right"), [((16, 16, 16), True), ((12, 16, 16), False), ((16, 16, 12), False)])
def test_attention(sizes: tuple[int, int, int], is_right: bool) -> None:
    made = [Scalar("int", 4), Scalar("int", 16)], {"key": UNKNOWN}
    given = [ArrayValue((10, sizes[0])), *(ArrayValue((7, size)) for size in sizes[1:])]
    answer = evaluate_layer("equinox.nn.MultiheadAttention", made, (given, {}))
    assert answer == (ArrayValue((10, 16)) if is_right else answer)
    assert isinstance(answer, Failure) != is_right


def test_unknown_options_say_nothing() -> None:
    assert evaluate_layer("flax.linen.Dense", ([], {}), ([ArrayValue((3,))], {})) is UNKNOWN
    assert not any(name.startswith("jax.") for name in LAYERS)
