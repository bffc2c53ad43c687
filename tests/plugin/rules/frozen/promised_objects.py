"""jdc-frozen and jdc-discarded on objects that mypy has no type of, and that a function declares to return."""

import contextlib
import pickle
from functools import partial
from types import SimpleNamespace
from typing import Any

import chex  # type: ignore[import-untyped]
import flax.struct
import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@flax.struct.dataclass
class State:
    x: jax.Array
    n: int = 0


@jdc.pytree_dataclass
class Layer:
    w: jax.Array


@chex.dataclass
class Open:
    x: jax.Array


class Algorithm:
    def begun(self, key: jax.Array) -> Any:
        return State(key)

    @partial(jax.jit, static_argnames=("self",))
    def init(self, key: jax.Array, mean: jax.Array) -> State:
        state = self.begun(key)
        state.replace(x=mean)  # E: jdc-discarded
        return state  # type: ignore[no-any-return]

    @partial(jax.jit, static_argnames=("self",))
    def written(self, key: jax.Array, mean: jax.Array) -> State:
        state = self.begun(key)
        state.x = mean  # E: jdc-frozen
        return state  # type: ignore[no-any-return]

    @partial(jax.jit, static_argnames=("self",))
    def counted(self, key: jax.Array) -> tuple[State, jax.Array]:
        state = self.begun(key)
        for _ in range(2):
            state.n += 1  # E: jdc-frozen
        return state, key

    @partial(jax.jit, static_argnames=("self",))
    def replaced(self, key: jax.Array, mean: jax.Array) -> State:
        state = self.begun(key)
        state = state.replace(x=mean)
        return state  # type: ignore[no-any-return]


def restored(data: bytes) -> State:
    state = pickle.loads(data)
    state.n = 3  # E: jdc-frozen
    return state  # type: ignore[no-any-return]


def maybe(data: bytes) -> Layer | None:
    layer = pickle.loads(data)
    if layer is None:
        return None
    layer.w = jnp.ones(3)  # E: jdc-frozen
    return layer  # type: ignore[no-any-return]


# Working look-alikes


def opened(data: bytes) -> Open:
    made = pickle.loads(data)
    made.x = jnp.ones(3)
    return made  # type: ignore[no-any-return]


def copied(layer: Any) -> Layer:
    with jdc.copy_and_mutate(layer) as new:
        new.w = new.w * 2
    return new  # type: ignore[no-any-return]


def by_stack(layer: Any) -> Layer:
    stack = contextlib.ExitStack()
    new = stack.enter_context(jdc.copy_and_mutate(layer))
    with stack:
        new.w = new.w * 2
    return new


def gathered(data: bytes) -> State:
    given = pickle.loads(data)
    given.n = 3
    return State(jnp.asarray(given.x), given.n)


def rebound(data: bytes) -> State:
    given = pickle.loads(data)
    given.n = 4
    given = State(jnp.asarray(given.x), given.n)
    return given


def others(data: bytes) -> tuple[State, Any]:
    state, rest = pickle.loads(data), pickle.loads(data)
    rest.n = 3
    state = state.replace(n=4)
    return state, rest


def untold(data: bytes) -> Any:
    state = pickle.loads(data)
    state.n = 3
    return state


class MagicMock(SimpleNamespace):
    pass


def mocked(library: Any) -> State:
    state = library.MagicMock()
    state.n = 3
    return state  # type: ignore[no-any-return]


class Drafts:
    def draft(self) -> Any:
        return SimpleNamespace(x=jnp.ones(3), n=0)

    def finished(self) -> State:
        state = self.draft()
        state.n = 3
        return State(state.x, state.n)

    def passed(self, state: Any) -> State:
        state.n = 3
        return state  # type: ignore[no-any-return]


jitted = jax.jit(lambda state: state.x)
