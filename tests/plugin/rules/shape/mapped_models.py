"""Models whose ``__call__`` has annotations, under `jax.vmap`, in the run of the module."""

from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, PRNGKeyArray


class Layer(eqx.Module):
    weight: Float[Array, "out in"]

    def __init__(self, n_in: int, n_out: int, key: PRNGKeyArray) -> None:
        self.weight = jax.random.normal(key, (n_out, n_in))

    def __call__(self, x: Float[Array, "in"]) -> Float[Array, "out"]:
        return self.weight @ x  # E: jdc-shape


class Turned(eqx.Module):
    weight: Float[Array, "out in"]

    def __init__(self, n_in: int, n_out: int, key: PRNGKeyArray) -> None:
        self.weight = jax.random.normal(key, (n_out, n_in))

    def __call__(self, x: Float[Array, "in"]) -> Float[Array, "out"]:
        return x @ self.weight  # E: jdc-shape


class Net(eqx.Module):
    layers: list[Layer]

    def __call__(self, x: Float[Array, "in"]) -> Float[Array, "out"]:
        for layer in self.layers:
            x = jax.nn.relu(layer(x))
        return x


class Policy(NamedTuple):
    hidden: Float[Array, "obs h"]

    @classmethod
    def create(cls, key: PRNGKeyArray, obs: int, h: int = 32) -> "Policy":
        return cls(jax.random.normal(key, (obs, h)))

    def __call__(self, obs: Float[Array, "obs"]) -> Float[Array, "h"]:
        return obs @ self.hidden  # E: jdc-shape


def build(key: PRNGKeyArray, sizes: tuple[int, ...] = (4, 16, 3)) -> Net:
    keys = jax.random.split(key, len(sizes) - 1)
    return Net([Layer(n, m, each) for n, m, each in zip(sizes[:-1], sizes[1:], keys)])


def loss(net: Net, x: Float[Array, "b in"], y: Float[Array, "b out"]) -> Float[Array, ""]:
    return ((jax.vmap(net)(x) - y) ** 2).mean()


key = jax.random.key(0)
net = build(key)
right = jax.vmap(net)(jnp.ones((10, 4))) + jnp.ones((10, 3))
grads = eqx.filter_grad(loss)(net, jnp.ones((10, 4)), jnp.ones((10, 3)))
jax.vmap(jax.vmap(net))(jnp.ones((2, 10, 4))) + jnp.ones((2, 10, 3))
batched = jax.jit(jax.vmap(net))
batched(jnp.ones((7, 4))) + jnp.ones(3)
ensemble = eqx.filter_vmap(lambda each: Turned(6, 6, each))(jax.random.split(key, 5))
eqx.filter_vmap(lambda each, x: each(x), in_axes=(eqx.if_array(0), None))(ensemble, jnp.ones(6))
policy = Policy.create(key, 8)
jax.vmap(policy.__call__)(jnp.ones((2, 8))) + jnp.ones((2, 32))
jax.vmap(jax.vmap(policy.__call__))(jnp.ones((2, 3, 8))) + jnp.ones((2, 3, 32))
jax.vmap(net)(jnp.ones((10, 5)))
jax.vmap(Turned(6, 7, key))(jnp.ones((10, 6)))
jax.vmap(jax.vmap(policy.__call__))(jnp.ones((2, 3, 9)))
