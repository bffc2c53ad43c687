"""Functions and classes of a test that it uses only where it expects an error."""

import dataclasses
import unittest
from collections.abc import Callable
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import pytest

import jdc_runtime as jdc


@jdc.pytree_dataclass
class State:
    x: jax.Array


def test_class() -> None:
    class A(eqx.Module):
        x: int

        def __check_init__(self) -> None:
            self.x = 4

    with pytest.raises(dataclasses.FrozenInstanceError):
        A(1)


def test_function() -> None:
    @jax.jit
    def f(state: State) -> State:
        state.x = jnp.ones(3)
        return state

    def g(state: State) -> None:
        state.x = jnp.ones(4)

    def run(state: State) -> None:
        g(state)

    with pytest.raises(dataclasses.FrozenInstanceError):
        f(State(jnp.ones(3)))
    with pytest.raises(dataclasses.FrozenInstanceError):
        run(State(jnp.ones(3)))


def test_used_elsewhere() -> None:
    def f(state: State) -> None:
        state.x = jnp.ones(3)  # E: jdc-frozen

    f(State(jnp.ones(3)))
    with pytest.raises(dataclasses.FrozenInstanceError):
        f(State(jnp.ones(3)))


def test_unused() -> None:
    def f(state: State) -> None:
        state.x = jnp.ones(3)  # E: jdc-frozen


def assert_fails(exception: type[Exception], function: Callable[[], object]) -> None:
    with pytest.raises(exception):
        function()


def test_handed_to_a_check(state: State) -> None:
    def fails() -> None:
        state.x = jnp.ones(3)

    def runs() -> None:
        state.x = jnp.ones(3)  # E: jdc-frozen

    assert_fails(dataclasses.FrozenInstanceError, fails)
    runs()


class TestUnits(unittest.TestCase):
    def test_raises(self) -> None:
        with self.assertRaisesRegexOrSo(ValueError, "length"):
            jax.lax.scan(lambda carry, row: (carry, row), 0, jnp.ones(10), length=5)

    def assertRaisesRegexOrSo(self, error: type[Exception], text: str) -> Any:
        return self.assertRaisesRegex(error, text)


def shown(x: jax.Array) -> jax.Array:
    try:
        x[0] = 1.0  # type: ignore[index]
    except Exception:
        x = x.at[0].set(1.0)
    try:
        x += 1
        x[0] = 1.0  # E: jdc-frozen
    except Exception:
        print("anything")
    return x


def write(state: State) -> None:
    state.x = jnp.ones(3)


def write_item(state: State) -> None:
    state.x[0] = 1.0


def written_twice(state: State) -> None:
    state.x = jnp.ones(3)  # E: jdc-frozen


def not_used(state: State) -> None:
    state.x = jnp.ones(3)  # E: jdc-frozen


class TestMethods:
    state = State(jnp.ones(3))

    def mutate(self) -> None:
        self.state.x = jnp.ones(3)

    @staticmethod
    def clear(state: State) -> None:
        del state.x

    def change(self) -> None:
        self.state.x = jnp.ones(3)  # E: jdc-frozen

    def test_functions(self) -> None:
        with pytest.raises(dataclasses.FrozenInstanceError):
            write(self.state)
        with pytest.raises(TypeError):
            write_item(self.state)
        with pytest.raises(dataclasses.FrozenInstanceError):
            written_twice(self.state)
        written_twice(self.state)
        pytest.raises(dataclasses.FrozenInstanceError, write, self.state)

    def test_methods(self) -> None:
        with pytest.raises(dataclasses.FrozenInstanceError):
            self.mutate()
        with pytest.raises(dataclasses.FrozenInstanceError):
            self.clear(self.state)
        self.change()
