"""Functions and classes of a test that it uses only where it expects an error."""

import dataclasses

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
