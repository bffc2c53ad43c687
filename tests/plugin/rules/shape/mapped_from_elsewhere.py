"""Classes of a module that maps functions of another one over arrays: none of its own objects is mapped."""

import functools

import jax
import jax.numpy as jnp
from functions_over_arrays import Rigid, centered, scored, tripled
from jax import lax
from jaxtyping import Array, Float, Int

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Network:
    nodes: Float[Array, "nodes features"]
    links: Float[Array, "links kinds"]
    senders: Int[Array, "links"]

    def messages(self) -> Float[Array, "links features"]:
        return self.nodes[self.senders] * self.links  # E: jdc-shape

    def sent(self) -> Float[Array, "links features"]:
        return self.nodes[self.senders]


def means(network: Network) -> Float[Array, "nodes"]:
    return network.nodes.mean(axis=0)  # E: jdc-shape


def made() -> Network:
    return Network(jnp.zeros((4, 3)), jnp.zeros((5, 2)), jnp.zeros(5, int))


def moved(rigid: Rigid, points: Float[Array, "n 3"]) -> Float[Array, "n 3"]:
    return jax.vmap(rigid.moved)(points)


def mapped(groups: Float[Array, "groups n d"]) -> Float[Array, "groups n d"]:
    scaled, _ = jax.vmap(scored, in_axes=(0, None))(jax.vmap(centered)(groups), 2.0)
    return jax.vmap(jax.vmap(tripled))(scaled)


def distances(x: Float[Array, "n d"], y: Float[Array, "m d"]) -> Float[Array, "n m"]:
    distance = lambda a, b: jnp.sum((a - b) ** 2)
    return jax.vmap(lambda a: jax.vmap(functools.partial(distance, a))(y))(x)


def sums(x: Float[Array, "n d"]) -> Float[Array, "n"]:
    return lax.map(lambda row: row.sum(), x)


def running(x: Float[Array, "n d"]) -> Float[Array, "n d"]:
    return lax.associative_scan(jnp.add, x)


def states(start: Float[Array, "d"], x: Float[Array, "n d"]) -> Float[Array, "n d"]:
    return lax.scan(lambda state, row: (0.5 * state + row, state), start, x)[1]
