"""Layers one behind the other, and recurrent cells, in functions that nothing runs."""

import equinox as eqx
import flax.linen as nn
import jax
import jax.numpy as jnp
from flax import nnx
from jaxtyping import Array, Float


def wrong_inside(key: Array, x: Float[Array, "3"]) -> Array:
    net = eqx.nn.Sequential([eqx.nn.Linear(3, 4, key=key), eqx.nn.Lambda(jax.nn.relu), eqx.nn.Linear(5, 2, key=key)])
    return net(x)  # E: jdc-shape


def wrong_result(key: Array, x: Float[Array, "3"]) -> Float[Array, "3"]:
    net = eqx.nn.Sequential([eqx.nn.Linear(3, 4, key=key), eqx.nn.Lambda(jax.nn.relu), eqx.nn.Linear(4, 2, key=key)])
    return net(x)  # E: jdc-shape


def right(key: Array, x: Float[Array, "3"]) -> Float[Array, "2"]:
    net = eqx.nn.Sequential([eqx.nn.Linear(3, 4, key=key), eqx.nn.Lambda(jax.nn.relu), eqx.nn.Linear(4, 2, key=key)])
    return net(x)


def given_a_key(key: Array, x: Float[Array, "3"]) -> Float[Array, "2"]:
    net = eqx.nn.Sequential((eqx.nn.Linear(3, 2, key=key), eqx.nn.Dropout(0.5)))
    return net(x, key=key)


def of_own_function(key: Array, x: Float[Array, "3"]) -> Float[Array, "6"]:
    net = eqx.nn.Sequential([eqx.nn.Linear(3, 3, key=key), eqx.nn.Lambda(lambda y: jnp.concatenate([y, y]))])
    return net(x)


def of_a_list(key: Array, x: Float[Array, "3"], layers: list[eqx.nn.Linear]) -> Float[Array, "4"]:
    return eqx.nn.Sequential([eqx.nn.Linear(3, 2, key=key), *layers])(x)


def mapped(key: Array, x: Float[Array, "b 3"]) -> Float[Array, "b 2"]:
    net = eqx.nn.Sequential([eqx.nn.Linear(3, 4, key=key), eqx.nn.Linear(4, 2, key=key)])
    return jax.vmap(net)(x)


def mapped_wrong(key: Array, x: Float[Array, "b 4"]) -> Array:
    net = eqx.nn.Sequential([eqx.nn.Linear(3, 4, key=key), eqx.nn.Linear(4, 2, key=key)])
    return jax.vmap(net)(x)  # E: jdc-shape


def of_nnx(x: Float[Array, "b 3"], rngs: nnx.Rngs) -> Float[Array, "b 2"]:
    return nnx.Sequential(nnx.Linear(3, 4, rngs=rngs), nnx.relu, nnx.Linear(4, 2, rngs=rngs))(x)


def of_nnx_wrong(x: Float[Array, "b 3"], rngs: nnx.Rngs) -> Array:
    return nnx.Sequential(nnx.Linear(3, 4, rngs=rngs), nnx.relu, nnx.Linear(5, 2, rngs=rngs))(x)  # E: jdc-shape


class Compact(nn.Module):
    @nn.compact
    def __call__(self, x: Float[Array, "b 3"]) -> Float[Array, "b 2"]:
        return nn.Sequential([nn.Dense(4), nn.relu, nn.Dense(2)])(x)


class CompactWrong(nn.Module):
    @nn.compact
    def __call__(self, x: Float[Array, "b 3"]) -> Float[Array, "b 2"]:
        return nn.Sequential([nn.Dense(4), nn.relu, nn.Dense(3)])(x)  # E: jdc-shape


class Recurrent(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.gru = nnx.GRUCell(8, 16, rngs=rngs)
        self.lstm = nnx.LSTMCell(8, 16, rngs=rngs)
        self.out = nnx.Linear(16, 4, rngs=rngs)

    def step(self, h: Float[Array, "b 16"], x: Float[Array, "b 8"]) -> Float[Array, "b 4"]:
        h, y = self.gru(h, x)
        return self.out(y)

    def step_wrong(self, h: Float[Array, "b 16"], x: Float[Array, "b 8"]) -> Float[Array, "b 4"]:
        h, y = self.gru(h, x)
        return y  # E: jdc-shape

    def pair(self, h: Float[Array, "b 16"], x: Float[Array, "b 8"]) -> Float[Array, "b 4"]:
        (c, h), y = self.lstm((h, h), x)
        return self.out(y + c * h)

    def pair_wrong(self, h: Float[Array, "b 16"], x: Float[Array, "b 7"]) -> Array:
        return self.lstm((h, h), x)[1]  # E: jdc-shape
