"""`reveal_shape` prints what is there and changes nothing."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Pair:
    weight: jax.Array
    steps: int
    name: jdc.Static[str] = "pair"


def test_an_array_is_returned_and_its_shape_printed(capsys: pytest.CaptureFixture[str]) -> None:
    array = jnp.zeros((3, 4), jnp.int8)
    assert jdc.reveal_shape(array) is array
    assert capsys.readouterr().err == 'Runtime shape is "jnp.ndarray[(3, 4), int8]"\n'


def test_each_leaf_of_a_pytree_is_printed_with_its_path(capsys: pytest.CaptureFixture[str]) -> None:
    pair = Pair(jnp.zeros(2, jnp.float32), 1)
    assert jdc.reveal_shape(pair) is pair
    assert capsys.readouterr().err.splitlines() == [
        'Runtime shape is ".weight: jnp.ndarray[(2,), float32]"',
        'Runtime shape is ".steps: int"',
    ]


def test_a_traced_array_is_printed_once_for_each_trace(capsys: pytest.CaptureFixture[str]) -> None:
    reveal = jax.jit(lambda x: jdc.reveal_shape(x) * 2)
    for _ in range(2):
        reveal(jnp.zeros(5, jnp.float32))
    assert capsys.readouterr().err == 'Runtime shape is "jnp.ndarray[(5,), float32]"\n'


def test_numpy_scalars_and_keys_have_a_shape(capsys: pytest.CaptureFixture[str]) -> None:
    jdc.reveal_shape([jnp.float32(1), jax.random.key(0)])
    first, second = capsys.readouterr().err.splitlines()
    assert first == 'Runtime shape is "[0]: jnp.ndarray[(), float32]"'
    assert second.startswith('Runtime shape is "[1]: jnp.ndarray[(), key<')
