"""Layers that a program puts in the place of those that ``__init__`` makes, and norms without parameters."""

import equinox as eqx
import jax
import jax.numpy as jnp
from flax import nnx
from jaxtyping import Array, Float


class Net(eqx.Module):
    head: eqx.nn.Linear

    def __init__(self, key: Array) -> None:
        self.head = eqx.nn.Linear(4, 2, key=key)

    def __call__(self, x: Float[Array, "6"]) -> Array:
        return self.head(x) + jnp.ones(2)


class Tail(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.tail = nnx.Linear(4, 2, rngs=rngs)

    def __call__(self, x: Float[Array, "6"]) -> Array:
        return self.tail(x) + jnp.ones(2)


def first(net: Net) -> eqx.nn.Linear:
    return net.head


def replaced(key: Array, x: Float[Array, "6"]) -> Array:
    net = eqx.tree_at(first, Net(key), eqx.nn.Linear(6, 2, key=key))
    tail = Tail(nnx.Rngs(0))
    setattr(tail, "tail", nnx.Linear(6, 2, rngs=nnx.Rngs(0)))
    return net(x) + tail(x)


def norms(x: Float[Array, "2 4"], rngs: nnx.Rngs) -> Array:
    plain = nnx.LayerNorm(3, use_bias=False, use_scale=False, rngs=rngs)
    nnx.LayerNorm(3, use_scale=False, rngs=rngs)(x)  # E: jdc-shape
    nnx.RMSNorm(3, rngs=rngs)(x)  # E: jdc-shape
    return plain(x) + nnx.RMSNorm(3, use_scale=False, rngs=rngs)(x)


replaced(jax.random.key(0), jnp.ones(6))
