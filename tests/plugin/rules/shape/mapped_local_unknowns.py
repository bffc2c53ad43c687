"""Functions inside others under `jax.vmap` whose values are not all known: any object may be mapped."""

import jax
import jax.numpy as jnp
from flax import struct
from jaxtyping import Array, Float


@struct.dataclass
class Cell:
    rows: Float[Array, "n d"]
    sizes: Float[Array, " n"]

    def weighted(self) -> Array:
        return self.rows * self.sizes


def grown(rows: Float[Array, "b n d"]) -> Array:
    def run(row):  # type: ignore[no-untyped-def]
        cells = []
        cells.append(Cell(row, row[:, 0]))
        return cells

    return jax.vmap(run)(rows)[0].rows


jnp.zeros(3) @ jnp.zeros(4)  # E: jdc-shape
