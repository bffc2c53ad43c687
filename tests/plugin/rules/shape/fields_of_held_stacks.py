"""jdc-shape: fields of objects that fields of other objects hold, where the module stacks such objects."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Layer:
    weight: Float[Array, "out in"]
    bias: Float[Array, "out"]


@jdc.pytree_dataclass
class Network:
    layers: Layer
    scale: Float[Array, ""]


def of_rows(x: Float[Array, "rows 3"]) -> Float[Array, "3"]:
    return x[0]


def read(net: Network) -> Array:
    return of_rows(net.layers.bias)


def made(scale: Array) -> Layer:
    return Layer(scale * jnp.ones((3, 3)), scale * jnp.ones(3))


def main() -> None:
    made(jnp.ones(()))
    one = Layer(jnp.ones((3, 3)), jnp.ones(3))
    of_rows(one.weight)
    read(Network(jax.vmap(made)(jnp.ones(2)), jnp.ones(())))


def wrong() -> None:
    jnp.zeros(3) @ jnp.zeros(4)  # E: jdc-shape
