"""jdc-concrete: tables of NumPy that a tracer is the index of, numbers of NumPy, and what is looked for in a row."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

TABLE = np.array([1.0, 2.0, 3.0])
SEEN: dict[int, set[int]] = {0: {1}, 1: {2}}


@jax.jit
def wrong(i: int, x: jax.Array) -> Any:
    first = TABLE[i]  # E: jdc-concrete
    second = np.zeros((3, 4))[0, i]  # E: jdc-concrete
    third = np.arange(x.shape[0])[x]  # E: jdc-concrete
    if i in (1, 2):  # E: jdc-concrete
        first = first + 1
    if i not in {1, 2}:  # E: jdc-concrete
        first = first + 2
    if i in SEEN:  # E: jdc-concrete
        first = first + 3
    if i in SEEN[0]:  # E: jdc-concrete
        first = first + 4
    return first, second, third, np.float64(x), np.int32(i)  # E: jdc-concrete  # E: jdc-concrete


@jax.jit
def right(i: int, x: jax.Array) -> Any:
    first = jnp.asarray(TABLE)[i]
    second = TABLE[x.shape[0]] + TABLE[:2].sum() + TABLE[None, 0]
    third = jnp.arange(3)[i]
    fourth = np.float64(x.shape[0]) + np.int32(3)
    table = np.arange(6).reshape(2, 3)
    if x.ndim in (1, 2) or x.shape[0] in SEEN or x.shape[0] in {1, 2}:
        fourth = fourth + table[0, 0]
    if "x" in ("x", "y") and x.dtype in (jnp.float32, jnp.float64):
        fourth = fourth + 1
    return first, second, third, fourth, jnp.isin(i, jnp.array([1, 2]))


def outside(i: int) -> Any:
    return TABLE[i], i in (1, 2), i in SEEN


wrong(1, jnp.arange(3))
right(1, jnp.ones(2))
