"""jdc-concrete: what a function reads of an object after it has written something else there is no tracer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import chex  # type: ignore[import-untyped]
import jax
import jax.numpy as jnp
from flax import nnx
from jax.tree_util import register_dataclass


@register_dataclass
@dataclass
class Inner:
    size: int


@register_dataclass
@dataclass
class State:
    x: jax.Array
    n: int
    m: int
    inner: Inner


@jax.jit
def written(state: State) -> jax.Array:
    early = jnp.ones(state.n)  # E: jdc-concrete
    state.n = 3
    state.inner.size = state.n
    return jnp.ones(state.n) * early + jnp.ones(state.inner.size) + state.x


@jax.jit
def written_in_turn(state: State) -> jax.Array:
    state.n, state.m = 3, 3
    state.inner = Inner(state.m)
    return jnp.ones(state.n) + jnp.ones(state.m) + jnp.ones(state.inner.size)


@jax.jit
def written_by_name(state: State, other: Any) -> jax.Array:
    setattr(state, "n", other.x.shape[0])
    object.__setattr__(state, "m", 4)
    return jnp.ones(state.n) + jnp.ones(state.m) + jnp.ones(state.inner.size)  # E: jdc-concrete


@jax.jit
def written_tracers(state: State) -> jax.Array:
    state.n += 1
    state.m = state.n * 2
    state.inner.size = state.inner.size + state.m
    total = jnp.ones(state.n)  # E: jdc-concrete
    total += jnp.ones(state.m)  # E: jdc-concrete
    return total + jnp.ones(state.inner.size)  # E: jdc-concrete


@chex.dataclass
class Mapping:
    x: jax.Array
    n: int

    @jax.jit
    def reset(self) -> jax.Array:
        self.n = 0
        return self.x if self.n == 0 else -self.x


@nnx.dataclass
class Counted(nnx.Pytree):
    x: jax.Array
    n: int = nnx.data(default=3)
    m: int = nnx.static(default=3)
    k: int = 3


@jax.jit
def of_nnx(counted: Counted) -> jax.Array:
    if counted.x.sum() > 0:  # E: jdc-concrete
        return jnp.ones(counted.n)  # E: jdc-concrete
    counted.n = 3
    counted.x = 2 * counted.x
    return counted.x + jnp.ones(counted.n) + jnp.ones(counted.m) + jnp.ones(counted.k)


def loop(counted: Counted) -> Counted:
    def body(_: jax.Array, each: Counted) -> Counted:
        return Counted(each.x + 1, m=each.m + 1)  # E: jdc-static-state

    return jax.lax.fori_loop(0, 3, body, counted)


@nnx.jit
def counts(counted: Counted) -> None:
    counted.n += 1
    counted.x = counted.x + counted.n


class Net(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.counted = Counted(jnp.ones(3))
        self.linear = nnx.Linear(3, 3, rngs=rngs)
        self.depth = 3

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.linear(x) if self.depth > 2 and self.counted.k > 2 else x


@nnx.jit
def of_module(net: Net, x: jax.Array) -> jax.Array:
    return jnp.ones(net.depth) + net(x) if net.counted.k > 1 else x
