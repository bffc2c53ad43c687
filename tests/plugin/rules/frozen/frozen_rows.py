"""jdc-frozen on the rows of an array."""

from typing import Any

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np


@flax.struct.dataclass
class Batch:
    images: jax.Array


def wrong(x: jax.Array, batch: Batch) -> None:
    for row in x:
        row[0] = 1.0  # E: jdc-frozen
    for image in batch.images:
        if image.sum() > 0:
            image[0] += 1.0  # E: jdc-frozen
    for one in jnp.ones((2, 3)):
        one[0], total = 1.0, one.sum()  # E: jdc-frozen
        one[1] = one[0] + total  # E: jdc-frozen


def unannotated():  # type: ignore[no-untyped-def]
    for row in jnp.ones((2, 3)):
        row[0] = 1.0  # E: jdc-frozen


def right(x: np.ndarray, y: jax.Array, rows: list[Any], names: jax.Array) -> None:
    for row in x:
        row[0] = 1.0
    for own in y:
        own = np.array(own)  # E3.12: assignment
        own[0] = 1.0
    for row in rows:
        row[0] = 1.0
    for entry in names:
        entry["a"] = 1.0
    for mixed in y:
        mixed = mixed.at[0].set(1.0)
        print(mixed[0])
    z = np.ones((2, 3)) if y.ndim else jnp.ones((2, 3))
    for part in z:
        part[0] = 1.0
    for tried in y:
        try:
            tried[0] = 1.0
        except TypeError:
            print("an array of JAX")
    table = {0: 0.0}
    for number in jnp.arange(2):
        table[int(number)] = 1.0


right(np.ones((2, 3)), jnp.ones((2, 3)), [np.ones(3)], [{}])  # type: ignore[arg-type]
