"""The place of a row along a mapped axis, ``jax.lax.axis_index``, as an index and as a number."""

import functools

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float32, Int32


def own(table: Float32[Array, "4"]) -> Float32[Array, ""]:
    return table[jax.lax.axis_index("rows")]


def whole(table: Float32[Array, "4"]) -> Float32[Array, "4"]:
    place = jax.lax.axis_index("rows")
    return table[place]  # E: jdc-shape


def place() -> Int32[Array, ""]:
    return jax.lax.axis_index("rows") + 1


def share() -> Int32[Array, ""]:
    return jax.lax.axis_index("rows") / 2  # E: jdc-dtype


@functools.partial(jax.vmap, axis_name="rows")
def rows(x: Float32[Array, "4"]) -> Float32[Array, ""]:
    return own(x) + place()


assert rows(jnp.ones((3, 4), jnp.float32)).shape == (3,)
