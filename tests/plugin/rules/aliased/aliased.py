"""One array in two fields."""

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import numpy as np


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


class Tied(eqx.Module):
    encoder: eqx.nn.Linear
    decoder: eqx.nn.Linear
    scale: jax.Array
    shift: jax.Array
    width: int
    depth: int

    def __init__(self, n: int, key: jax.Array) -> None:
        layer = eqx.nn.Linear(n, n, key=key)
        self.encoder = layer
        self.decoder = layer  # E: jdc-aliased
        self.scale = self.shift = key  # E: jdc-aliased
        self.width = self.depth = n


class Apart(eqx.Module):
    encoder: eqx.nn.Linear
    decoder: eqx.nn.Linear
    scale: jax.Array
    shift: jax.Array = eqx.field(static=True)  # E: jdc-static-array

    def __init__(self, n: int, key: jax.Array, *, is_deep: bool) -> None:
        layer = eqx.nn.Linear(n, n, key=key)
        self.encoder = layer
        layer = eqx.nn.Linear(n, n, key=key)
        self.decoder = layer
        self.scale = key
        if is_deep:
            self.shift = key
        else:
            self.scale = key
            self.shift = key


@flax.struct.dataclass
class Either:
    one: jax.Array | np.ndarray
    two: jax.Array | np.ndarray
    size: int | None = None


def in_either(x: jax.Array) -> Either:
    return Either(one=x, two=x)  # E: jdc-aliased


def mapped(x: jax.Array) -> Pair:
    return jax.vmap(lambda each: Pair(each, each))(x)
