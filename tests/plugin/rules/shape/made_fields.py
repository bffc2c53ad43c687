"""Fields of objects that the code makes: an object that nothing can change holds what its constructor was given."""

import dataclasses
from typing import NamedTuple

import chex  # type: ignore[import-untyped]
import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Pair:
    x: jax.Array
    y: jax.Array = dataclasses.field(default_factory=lambda: jnp.zeros(2))


@flax.struct.dataclass
class Flax:
    x: jax.Array
    y: jax.Array | None = None


class Module(eqx.Module):
    x: jax.Array


class Converted(eqx.Module):
    x: jax.Array = eqx.field(converter=lambda x: jnp.atleast_2d(x))


class Row(NamedTuple):
    x: jax.Array
    y: jax.Array


@dataclasses.dataclass(frozen=True)
class Plain:
    x: jax.Array


@dataclasses.dataclass(frozen=True)
class Filled:
    x: jax.Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", jnp.zeros(4))


@chex.dataclass
class Mutable:
    x: jax.Array


class WithInit(eqx.Module):
    x: jax.Array

    def __init__(self, x: jax.Array) -> None:
        self.x = x[0]


def takes(x: Float[Array, "3"]) -> Float[Array, "3"]:
    return x


def wrong(a: Float[Array, "n 3"]) -> Float[Array, "n 3"]:
    pair = Pair(jnp.zeros(3), y=a)
    pair.x + jnp.zeros(4)  # E: jdc-shape
    pair.y @ jnp.zeros(4)  # E: jdc-shape
    Flax(x=jnp.zeros(3)).x + jnp.zeros(4)  # E: jdc-shape
    flax_object = Flax(jnp.zeros(3)).replace(x=jnp.zeros((2, 4)))
    takes(flax_object.x)  # E: jdc-shape
    moved = dataclasses.replace(pair, y=jnp.zeros(5))
    moved.y + pair.x  # E: jdc-shape
    moved.x + jnp.zeros(4)  # E: jdc-shape
    jdc.replace(moved, x=jnp.zeros(6)).x + pair.x  # E: jdc-shape
    row = Row(jnp.zeros(3), jnp.zeros(4))
    row.x + row.y  # E: jdc-shape
    row._replace(x=jnp.zeros(5)).x + jnp.zeros(4)  # E: jdc-shape
    Plain(x=jnp.zeros(3)).x + jnp.zeros(4)  # E: jdc-shape
    Module(jnp.zeros(3)).x + jnp.zeros(4)  # E: jdc-shape
    return pair.y


def right(a: Float[Array, "n 3"], given: Pair, flag: bool) -> Float[Array, "n 3"]:
    pair = Pair(jnp.zeros(3))
    pair.x + jnp.zeros(3)
    for _ in range(2):
        pair.x + jnp.zeros(pair.x.shape)
        pair = jdc.replace(pair, x=jnp.concatenate([pair.x, pair.x]))
    pair.x + jnp.zeros(12)
    Converted(jnp.zeros(3)).x.reshape(1, 3) + jnp.zeros((4, 3))
    Filled(jnp.zeros(3)).x + jnp.zeros(4)
    WithInit(jnp.zeros((4, 3))).x + jnp.zeros(3)
    mutable = Mutable(x=jnp.zeros(3))
    mutable.x = jnp.zeros(4)
    mutable.x + jnp.zeros(4)
    either = Pair(jnp.zeros(3)) if flag else Pair(jnp.zeros(4))
    either.x[:1] + given.x
    with jdc.copy_and_mutate(pair, validate=False) as pair:
        pair.x = jnp.zeros(7)
    pair.x + jnp.zeros(7)
    x = jnp.zeros(3)
    kept = Pair(x)
    x = jnp.zeros(4)
    kept.x + jnp.zeros(3)
    Flax(x, None).replace(y=x).x + x
    return Row(x, a).y


right(jnp.zeros((2, 3)), Pair(jnp.zeros(4)), True)
