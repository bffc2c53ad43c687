"""One array in two fields."""

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Layer:
    w: jax.Array


@flax.struct.dataclass
class Pair:
    one: jax.Array
    two: jax.Array
    n: int = 0
    m: int = 0
    first: Layer | None = None
    second: Layer | None = None


@flax.struct.dataclass
class Layers:
    first: Layer
    second: Layer


def made(x: jax.Array, layer: Layer, n: int) -> None:
    print(Pair(x, x))  # E: jdc-aliased
    print(Layers(first=layer, second=layer))  # E: jdc-aliased
    print(Pair(x, jnp.copy(x), n, n), Layers(layer, Layer(layer.w)))
    print(Layers(None, None))  # E: arg-type
    print(Pair(n, n), Pair(n, x))  # E: arg-type, arg-type, arg-type
