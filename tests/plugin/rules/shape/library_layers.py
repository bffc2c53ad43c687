"""Layers of equinox and flax, which take arrays of the sizes that they are made for."""

import equinox as eqx
import flax.linen as nn
import jax
import jax.numpy as jnp
from flax import nnx
from jaxtyping import Array, Float, Key

key = jax.random.key(0)


def one_example() -> Array:
    layer = eqx.nn.Linear(3, 4, key=key)
    layer(jnp.ones(4))  # E: jdc-shape
    layer(jnp.ones((6, 3)))  # E: jdc-shape
    jax.vmap(layer)(jnp.ones((6, 4)))  # E: jdc-shape
    return jax.vmap(layer)(jnp.ones((6, 3))) + layer(jnp.ones(3)) + jnp.ones(4)


def images() -> Array:
    layer = eqx.nn.Conv2d(3, 16, kernel_size=3, padding=1, key=key)
    pool = eqx.nn.MaxPool2d(2, 2)
    layer(jnp.ones((32, 32, 3)))  # E: jdc-shape
    pool(layer(jnp.ones((3, 32, 32)))).reshape(16 * 15 * 15)  # E: jdc-shape
    return pool(layer(jnp.ones((3, 32, 32)))).reshape(16 * 16 * 16)


def normalised(x: Float[Array, "7"], unknown: Array) -> Array:
    eqx.nn.LayerNorm(8)(x)  # E: jdc-shape
    eqx.nn.LayerNorm(8)(unknown)
    return eqx.nn.LayerNorm(7)(x)


def replaced(new: eqx.nn.Linear) -> Array:
    layer = eqx.nn.Linear(3, 4, key=key)
    layer = eqx.tree_at(lambda each: each.weight, layer, jnp.ones((4, 5)))
    return layer(jnp.ones(5)) + new(jnp.ones(2))


class Network(nnx.Module):
    def __init__(self, width: int, rngs: nnx.Rngs) -> None:
        self.first = nnx.Linear(4, 8, rngs=rngs)
        self.second = nnx.Linear(16, 2, rngs=rngs)
        self.wide = nnx.Linear(width, width, rngs=rngs)
        self.head = nnx.Linear(8, 3, rngs=rngs)

    def __call__(self, x: Float[Array, "b 4"]) -> Float[Array, "b 3"]:
        hidden = nnx.relu(self.first(x))
        self.second(hidden)  # E: jdc-shape
        self.wide(hidden)
        return self.head(hidden)

    def narrow(self, x: Float[Array, "b 4"]) -> Float[Array, "b 3"]:
        return self.first(x)  # E: jdc-shape


class Replaced(nnx.Module):
    def __init__(self, rngs: nnx.Rngs, *, small: bool) -> None:
        self.layer = nnx.Linear(4, 8, rngs=rngs)
        self.tail = nnx.Linear(4, 8, rngs=rngs)
        if small:
            self.layer = nnx.Linear(8, 8, rngs=rngs)

    def __call__(self, x: Float[Array, "b 8"]) -> Array:
        return self.layer(x) + self.tail(x)


def cut(model: Replaced, rngs: nnx.Rngs) -> None:
    model.tail = nnx.Linear(8, 8, rngs=rngs)


class Held(eqx.Module):
    layer: eqx.nn.Linear
    other: eqx.nn.Linear

    def __init__(self, key: Key[Array, ""]) -> None:
        self.layer = eqx.nn.Linear(4, 8, key=key)
        self.other = eqx.nn.Linear(4, 8, key=key)

    def __call__(self, x: Float[Array, "8"]) -> Float[Array, "8"]:
        self.layer(x)  # E: jdc-shape
        return self.other(x)


held = eqx.tree_at(lambda model: model.other, Held(key), eqx.nn.Linear(8, 8, key=key))


class Compact(nn.Module):
    @nn.compact
    def __call__(self, x: Float[Array, "b 32 32 3"]) -> Float[Array, "b 10"]:
        x = nn.relu(nn.Conv(16, (3, 3))(x))
        x = nn.max_pool(x, (2, 2), strides=(2, 2))
        flat = x.reshape((x.shape[0], 16 * 16 * 16))
        x.reshape((-1, 16, 15, 16, 7))
        nn.Dense(16)(flat) + nn.Dense(8)(flat)  # E: jdc-shape
        return nn.Dense(10)(flat)

    def wrong(self, x: Float[Array, "b 32 32 3"]) -> Float[Array, "b 32 32 3"]:
        return nn.avg_pool(x, (2, 2), strides=(2, 2))  # E: jdc-shape
