"""Transformations inside others, objects in tuples, and containers with whole numbers."""

from functools import partial
from typing import NamedTuple

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    x: jax.Array
    time: int
    done: bool = False


@flax.struct.dataclass
class Params:
    w: jax.Array
    layers: int = 2


@flax.struct.dataclass
class Plain:
    w: jax.Array


class Row(NamedTuple):
    w: jax.Array
    n: int | float


def norm(state: State) -> jax.Array:
    return jnp.linalg.norm(state.x)


def loss(pair: tuple[Params, jax.Array]) -> jax.Array:
    return jnp.sum(pair[0].w * pair[1])


def mean(x: jax.Array) -> jax.Array:
    return x.mean()


states = State(jnp.zeros((5, 2)), jnp.zeros(5, jnp.int32))
whole = State(jnp.zeros((5, 2)), jnp.zeros(5, jnp.int32), jnp.zeros(5, bool))
jax.jit(jax.vmap(norm))(states)  # E: jdc-transform-input
jax.jit(jax.vmap(norm))(whole)
fast = jax.jit(jax.vmap(norm))
fast(states)  # E: jdc-transform-input
fast(whole)


@jax.jit
@jax.vmap
def mapped(state: State) -> jax.Array:
    return state.x


mapped(states)  # E: jdc-transform-input
mapped(whole)


@jax.jit
@partial(jax.vmap, in_axes=None, axis_size=3)
def repeated(state: State) -> jax.Array:
    return state.x


repeated(states)

jax.jit(jax.grad(lambda p: p.w.sum()))(Params(jnp.ones(2)))  # E: jdc-transform-input
jax.jit(jax.grad(lambda p: p.w.sum()))(Plain(jnp.ones(2)))
jax.grad(loss)((Params(jnp.ones(2)), jnp.ones(2)))  # E: jdc-transform-input
jax.grad(lambda pair: pair[0].w.sum())((Params(jnp.ones(2)), jnp.ones(2)))  # E: jdc-transform-input
jax.grad(lambda pair: pair[0].w.sum())((Plain(jnp.ones(2)), jnp.ones(2)))
jax.grad(lambda p: p["w"].sum())({"w": jnp.ones(2), "step": 0})  # E: jdc-transform-input
jax.grad(lambda p: p["w"].sum())({"w": jnp.ones(2), "step": 0.0})
jax.grad(lambda p: p["a"]["w"].sum())({"a": {"w": jnp.ones(2), "n": jnp.arange(3)}})  # E: jdc-transform-input
jax.grad(lambda r: r.w.sum())(Row(jnp.ones(2), 3))  # E: jdc-transform-input
jax.grad(lambda r: r.w.sum())(Row(jnp.ones(2), 3.0))
jax.grad(lambda r, s: r.w.sum(), argnums=0)(Row(jnp.ones(2), 3.0), (3, 4))
weights = {"w": jnp.ones(2), "n": 3}
weights["n"] = 3.0
jax.grad(lambda p: p["w"].sum())(weights)
jax.grad(lambda p: p["w"].sum())(dict(weights))
