"""A field of a named tuple that may be None is a tree where it is None."""

from typing import NamedTuple

import jax
import jax.numpy as jnp

import jdc_runtime as jdc


class Layer(NamedTuple):
    weight: jax.Array
    activation: str | None = None


class Named(NamedTuple):
    weight: jax.Array
    name: str = "layer"


@jdc.pytree_dataclass
class Network:
    layers: tuple[Layer, ...]


@jdc.pytree_dataclass
class OfNamed:
    layers: tuple[Named, ...]  # E: jdc-data-leaf


@jax.jit
def total(network: Network) -> jax.Array:
    return network.layers[0].weight.sum()


total(Network((Layer(jnp.ones(2)),)))
network = Network((Layer(jnp.ones(3)),))
jax.jit(lambda each: each.layers[0].weight)(network)
