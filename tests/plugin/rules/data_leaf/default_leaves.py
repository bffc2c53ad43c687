"""Defaults that are not leaves, in objects that meet a transformation."""

import dataclasses
import math

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np


@flax.struct.dataclass
class Named:
    values: jax.Array
    name: str | None = "x"


@flax.struct.dataclass
class Unnamed:
    values: jax.Array
    name: str | None = None


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Emptied:
    values: jax.Array
    name: str | None = "x"

    def __post_init__(self) -> None:
        self.name = None


def total(named: Named) -> jax.Array:
    return named.values.sum()


def main() -> None:
    jax.jit(lambda d: d.values)(Named(jnp.ones(2)))  # E: jdc-data-leaf
    named = Named(values=jnp.ones(2))
    jax.jit(lambda d: d.values)(named)  # E: jdc-data-leaf
    jax.jit(lambda d: d.values)(Named(jnp.ones(2), None))
    jax.jit(lambda d: d.values)(Named(jnp.ones(2), name=None))
    jax.jit(lambda d: d.values)(Unnamed(jnp.ones(2)))
    jax.jit(lambda d: d.values)(Emptied(jnp.ones(2)))
    jax.jit(lambda d: d.values)(Named(*(jnp.ones(2), None)))
    jax.jit(total)(named.replace(name=None))


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Typed:
    values: jax.Array
    dtype: jnp.dtype = jnp.dtype("float32")  # noqa: RUF009


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Scaled:
    values: jax.Array
    scale: np.float32 = np.float32(2.0)  # noqa: RUF009
    size: int = math.gcd(4, 6)


@jax.jit
def typed(typed: Typed) -> jax.Array:  # E: jdc-data-leaf
    return typed.values


@jax.jit
def scaled(scaled: Scaled) -> jax.Array:
    return scaled.values * scaled.scale


@flax.struct.dataclass
class Cast:
    values: jax.Array
    size: int = flax.struct.field(pytree_node=False)
    kind: type = jnp.float32  # type: ignore[assignment, unused-ignore]  # E: jdc-data-leaf


@flax.struct.dataclass
class Wave:
    values: jax.Array
    length: float = jnp.pi
    size: int = flax.struct.field(pytree_node=False, default=3)


@jax.jit
def moved(wave: Wave) -> jax.Array:
    return wave.values * wave.length
