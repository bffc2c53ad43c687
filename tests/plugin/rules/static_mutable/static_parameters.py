"""Parameters that jit takes as static, and what has no hash."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float

import jdc_runtime as jdc

Table = Annotated[jax.Array, (3,)]


@jdc.jit
def marked(x: jax.Array, table: jdc.Static[jax.Array]) -> jax.Array:  # E: jdc-static-array
    return x + table


@jdc.jit
def marked_in_spellings(
    x: jax.Array,
    one: jdc.Static[Float[Array, "3"]],  # E: jdc-static-array
    two: jdc.Static[Table],  # E: jdc-static-array
    three: jdc.Static[np.ndarray],  # E: jdc-static-array
) -> jax.Array:
    return x + one + two + three


@partial(jax.jit, static_argnums=1)
def by_position(x: jax.Array, table: jax.Array) -> jax.Array:  # the annotation may be what is wrong
    return x + table


@partial(jax.jit, static_argnames=("sizes", "options"))
def by_name(
    x: jax.Array,
    sizes: list[int],  # E: jdc-static-mutable
    *,
    options: dict[str, int],  # E: jdc-static-mutable
) -> jax.Array:
    return jnp.tile(x, sizes) * options["factor"]


def plain(x: jax.Array, sizes: list[int]) -> jax.Array:
    return jnp.tile(x, sizes)


jitted = jax.jit(plain, static_argnums=(1,))  # E: jdc-static-mutable


class Model:
    scale = 1.0

    @partial(jax.jit, static_argnums=(0, 2))
    def apply(self, x: jax.Array, table: jax.Array) -> jax.Array:
        return self.scale * x + table


@partial(jax.jit, static_argnums=(1, 2, 3, 4))
def silent(
    x: jax.Array, sizes: Sequence[int], options: Mapping[str, int], given: Any, n: int | jax.Array
) -> jax.Array:
    return x + n


@partial(jax.jit, static_argnames=("sizes", "table"))
def with_default(x: jax.Array, sizes: list[int] | None = None, table: jax.Array | None = None) -> jax.Array:
    return x


@jdc.jit
def optional(x: jax.Array, table: jdc.Static[jax.Array | None]) -> jax.Array:
    return x if table is None else x + table


@jdc.jit(auto_static=True)
def separated(x: jax.Array, table: jdc.Static[jax.Array]) -> jax.Array:
    return x + table


@partial(jax.jit, static_argnums=(0,))
def given_tuples(shape: list[int], x: jax.Array) -> jax.Array:
    return x.reshape(*shape)


@partial(jax.jit, static_argnums=(0,))
def given_lists(shape: list[int], x: jax.Array) -> jax.Array:  # E: jdc-static-mutable
    return x.reshape(*shape)


def calls(sizes: list[int], x: jax.Array) -> jax.Array:
    first = given_tuples(tuple(sizes), x) + given_tuples((1, 2), x)  # type: ignore[arg-type]
    return first + given_lists((2, 1), x) + given_lists(sizes, x)  # type: ignore[arg-type]


@partial(jax.jit, static_argnames="shape")
def given_anything(x: jax.Array, shape: Any) -> jax.Array:
    return x.reshape(shape)


def without_jit(x: jax.Array) -> jax.Array:
    with jax.disable_jit():
        return given_anything(x, [2, 1])


def with_stars(x: jax.Array, y: jax.Array) -> None:
    summed = jax.jit(jax.grad(lambda *values: jnp.sum(values[0])), static_argnums=(2, 3))
    summed(jnp.ones(3), jnp.ones(3), 2, True)
    jax.jit(lambda first, *values: first, static_argnums=(2, -1))(jnp.ones(3), jnp.ones(3), 2, 4)
    jax.jit(lambda *values: values[0], static_argnums=(2,))(jnp.ones(3), jnp.ones(3), 2)
    jax.jit(lambda first, *values: first, static_argnums=0)(jnp.ones(3), x, y)  # E: jdc-static-array
