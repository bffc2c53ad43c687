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


@flax.struct.dataclass
class Online:
    params: dict[str, jax.Array]
    target: dict[str, jax.Array]
    names: dict[str, str] = flax.struct.field(pytree_node=False, default_factory=dict)  # E: jdc-static-type
    others: dict[str, str] = flax.struct.field(pytree_node=False, default_factory=dict)  # E: jdc-static-type

    @classmethod
    def create(cls, params: dict[str, jax.Array]) -> "Online":
        return cls(params=params, target=params)  # E: jdc-aliased

    @classmethod
    def copied(cls, params: dict[str, jax.Array], names: dict[str, str]) -> "Online":
        return cls(params, jax.tree.map(jnp.copy, params), names, names)


def other_names(x: jax.Array, y: jax.Array) -> Pair:
    z = x
    print(Pair(x, z))  # E: jdc-aliased
    w = y
    y = y + 1
    print(Pair(y, w), Pair(x, w))
    if len(z) > 3:
        z = y
    print(Pair(x, z))
    return Pair(x, y).replace(one=w, two=w)  # E: jdc-aliased


@flax.struct.dataclass
class Open:
    one: jax.Array | None
    two: jax.Array | None


def nothing() -> Open:
    empty = None
    return Open(empty, empty)


class Shared(eqx.Module):
    encoder: eqx.nn.Linear
    decoder: eqx.nn.Linear
    left: eqx.nn.Linear
    right: eqx.nn.Linear
    width: int
    depth: int

    def __init__(self, n: int, key: jax.Array) -> None:
        self.encoder = eqx.nn.Linear(n, n, key=key)
        self.decoder = self.encoder  # E: jdc-aliased
        self.left = self.right = eqx.nn.Linear(n, n, key=key)  # E: jdc-aliased
        self.width = self.depth = int(n)


class Replaced(eqx.Module):
    encoder: eqx.nn.Linear
    decoder: eqx.nn.Linear

    def __init__(self, n: int, key: jax.Array) -> None:
        self.encoder = eqx.nn.Linear(n, n, key=key)
        self.decoder = self.encoder
        self.decoder = eqx.nn.Linear(n, n, key=key)


def axes(pair: Pair, row: int) -> None:
    jax.vmap(lambda p: p.one, in_axes=(Pair(one=row, two=row),))(pair)  # type: ignore[arg-type]
