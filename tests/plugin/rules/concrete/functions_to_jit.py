"""Functions that need the value of what they are given, for modules that jit them."""

from __future__ import annotations

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Box:
    x: jax.Array
    rows: int = 3
    columns: int = flax.struct.field(pytree_node=False, default=3)

    def empty(self) -> jax.Array:
        return jnp.zeros(self.rows)

    def fixed(self) -> jax.Array:
        return jnp.zeros(self.columns)


def emptied(box: Box) -> jax.Array:
    return box.empty() + box.x


def fixed(box: Box) -> jax.Array:
    return box.fixed() + box.rows


def rows_of(n: int, x: jax.Array) -> jax.Array:
    return jnp.zeros(n) + x


def optional(box: Box | None, n: int = 3) -> jax.Array:
    return jnp.zeros(n) if box is None else box.x


def asking(box: Box) -> jax.Array:
    if isinstance(box.rows, int):
        return jnp.zeros(box.rows)
    return box.x


def flagged(box: Box, is_deep: bool) -> jax.Array:
    return box.x * is_deep if box.columns > 2 else box.x


def of_dict(params: dict[str, jax.Array], x: jax.Array) -> jax.Array:
    if params:
        return params["w"] * x
    return x


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
