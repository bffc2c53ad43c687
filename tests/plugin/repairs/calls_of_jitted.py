"""Jitted methods of a union of classes, and results that are unpacked into what was empty at first."""

from __future__ import annotations

import functools

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Cart:
    x: jax.Array


@flax.struct.dataclass
class Hill:
    x: jax.Array
    fuel: jax.Array


class CartEnv:
    @functools.partial(jax.jit, static_argnums=0)
    def reset(self, key: jax.Array) -> Cart:
        return Cart(jax.random.normal(key))

    @functools.partial(jax.jit, static_argnums=0)
    def step(self, state: Cart, action: jax.Array) -> Cart:
        return Cart(state.x + action)


class HillEnv:
    @functools.partial(jax.jit, static_argnums=0)
    def reset(self, key: jax.Array) -> Hill:
        return Hill(jax.random.normal(key), jnp.ones(()))

    @functools.partial(jax.jit, static_argnums=0)
    def step(self, state: Hill, action: jax.Array) -> Hill:
        return Hill(state.x + action, state.fuel - 1)


def roll(env: CartEnv | HillEnv, key: jax.Array) -> jax.Array:
    state = env.reset(key)
    for _ in range(3):
        state = env.step(state, jnp.ones(()))
    return state.x


def roll_one(env: HillEnv, other: CartEnv, key: jax.Array) -> Hill:
    env.step(other.reset(key), jnp.ones(()))  # E: arg-type
    return env.step(env.reset(key), jnp.ones(()))


@jax.jit
def update(state: Cart, x: jax.Array) -> tuple[Cart, dict[str, jax.Array]]:
    return Cart(state.x + x), {"loss": x}


@jax.jit
def measured(state: Cart) -> dict[str, jax.Array]:
    return {"loss": state.x}


def train(state: Cart) -> float:
    metrics = {}
    for step in range(3):
        state, metrics = update(state, jnp.asarray(float(step)))
    return float(metrics["loss"])


def train_with_list(state: Cart) -> float:
    metrics = {}
    for step in range(3):
        [state, metrics] = update(state, jnp.asarray(float(step)))
    return float(metrics["loss"])


def train_whole(state: Cart) -> float:
    metrics = {}
    for _ in range(3):
        metrics = measured(state)
    return float(metrics["loss"])


def train_known(state: Cart) -> float:
    metrics: dict[str, jax.Array] = {}
    state, metrics = update(state, jnp.ones(()))
    state, number = update(state, jnp.ones(()))
    number = 3  # E: assignment
    print(number)
    return float(metrics["loss"])


key = jax.random.key(0)
print(roll(CartEnv(), key), roll(HillEnv(), key))
start = Cart(jnp.zeros(()))
print(train(start), train_with_list(start), train_whole(start))
