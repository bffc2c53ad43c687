"""jdc-shape: fields of objects that fields of other objects hold, where the module makes them one at a time."""

import jax.numpy as jnp
from jaxtyping import Array, Float

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Layer:
    weight: Float[Array, "out in"]
    bias: Float[Array, "out"]


@jdc.pytree_dataclass
class Network:
    first: Layer
    scale: Float[Array, ""]
    maybe: Layer | None = None


def of_three(x: Float[Array, "3"]) -> Float[Array, "3"]:
    return x


def of_rows(x: Float[Array, "rows 3"]) -> Float[Array, "3"]:
    return x[0]


def read(net: Network) -> None:
    of_three(net.first.bias)
    of_three(net.first.weight)  # E: jdc-shape
    of_rows(net.first.weight)
    of_rows(net.first.bias)  # E: jdc-shape
    if net.maybe is not None:
        of_rows(net.maybe.weight)


def main() -> None:
    layer = Layer(jnp.ones((3, 3)), jnp.ones(3))
    read(Network(layer, jnp.ones(())))
