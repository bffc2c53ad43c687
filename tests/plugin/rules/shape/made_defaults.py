"""Fields whose default a function of the module makes, or a partial of one."""

import dataclasses
import functools
from functools import partial

import flax.struct
import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, Float32

import jdc_runtime as jdc


def nothing() -> Float32[Array, "3"]:
    return jnp.zeros(3, jnp.float32)


def unsaid():  # type: ignore[no-untyped-def]
    return jnp.zeros(5)


def grid(n: int = 4) -> jax.Array:
    return jnp.zeros((n, n))


@jdc.pytree_dataclass
class Right:
    position: Float32[Array, "3"] = jdc.field(default_factory=nothing)
    active: Bool[Array, "4"] = dataclasses.field(default_factory=partial(jnp.ones, 4, bool))
    table: Float[Array, "4 4"] = jdc.field(default_factory=grid)
    wide: Float[Array, "2 2"] = jdc.field(default_factory=partial(grid, 2))
    other: Float[Array, "5"] = jdc.field(default_factory=unsaid)
    names: dict[str, int] = jdc.field(default_factory=dict)
    maker: Float[Array, "3"] | None = jdc.field(default_factory=lambda: None)


@jdc.pytree_dataclass
class Wrong:
    position: Float32[Array, "2"] = jdc.field(default_factory=nothing)  # E: jdc-shape
    active: Bool[Array, "4"] = dataclasses.field(default_factory=partial(jnp.ones, 4))  # E: jdc-dtype
    table: Float[Array, "4 3"] = jdc.field(default_factory=grid)  # E: jdc-shape
    wide: Float[Array, "4 4"] = jdc.field(default_factory=functools.partial(grid, 2))  # E: jdc-shape
    other: Float[Array, "6"] = jdc.field(default_factory=unsaid)  # E: jdc-shape


@flax.struct.dataclass
class Flax:
    position: Float32[Array, "2"] = flax.struct.field(default_factory=nothing)  # E: jdc-shape
    active: Bool[Array, "4"] = flax.struct.field(default_factory=partial(jnp.ones, 4, jnp.int32))  # E: jdc-dtype


right = Right()
print(right.position + right.other[:3], right.active, right.table, right.wide)
