"""jdc-concrete: functions of NumPy that make an array of NumPy of a tracer, and those that do not."""

from typing import Any

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np
import numpy.linalg as la


@flax.struct.dataclass
class Grid:
    values: jax.Array
    spacing: jax.Array
    shape: tuple[int, ...] = flax.struct.field(pytree_node=False)


@jax.jit
def wrong(grid: Grid) -> Any:
    norm = np.linalg.norm(grid.values)  # E: jdc-concrete
    inverse = la.inv(grid.values)  # E: jdc-concrete
    spectrum = np.fft.fft(grid.values)  # E: jdc-concrete
    joined = np.concatenate([grid.values, grid.values])  # E: jdc-concrete
    stacked = np.stack((grid.values, np.ones(3)))  # E: jdc-concrete
    clipped = np.clip(grid.values, 0.0, 1.0)  # E: jdc-concrete
    positive = np.where(grid.values > 0.0, grid.values, 0.0)  # E: jdc-concrete
    summed = np.add(np.ones(3), grid.values)  # E: jdc-concrete
    product = np.einsum("ij,jk->ik", grid.values, grid.values)  # E: jdc-concrete
    zeros = np.zeros_like(grid.values)  # E: jdc-concrete
    is_close = np.allclose(grid.values, 0.0)  # E: jdc-concrete
    between = np.interp(0.5, grid.spacing, grid.values)  # E: jdc-concrete
    return norm, inverse, spectrum, joined, stacked, clipped, positive, summed, product, zeros, is_close, between


@jax.jit
def right(grid: Grid) -> Any:
    count = np.prod(grid.shape)
    scale = np.sqrt(grid.values.shape[-1])
    sizes = np.concatenate([grid.shape, grid.shape])
    middle = np.median(np.array(grid.shape))
    table = np.where(np.arange(3) > 1, 1.0, 0.0)
    total = np.sum(grid.values) + np.max(grid.values) + np.mean(grid.values, axis=0)
    rows = np.shape(grid.values)[0] + np.ndim(grid.values)
    return jnp.linalg.norm(grid.values) * count * scale * middle + total + rows, sizes, table


def outside(grid: Grid) -> Any:
    return np.linalg.norm(grid.values), np.concatenate([grid.values, grid.values])


@jax.jit
def reduced(grid: Grid) -> Any:
    if np.any(grid.values):  # E: jdc-concrete
        return grid.spacing
    assert np.all(grid.values > 0)  # E: jdc-concrete
    while np.max(grid.values) > 1.0:  # E: jdc-concrete
        break
    np.testing.assert_allclose(grid.values, 1.0)  # E: jdc-concrete
    if np.prod(grid.shape) > 3 or np.sum(grid.values.shape) > 3:
        return np.std(grid.values)
    return grid.values


@jax.jit
def total(grid: Grid) -> float:
    return float(np.sum(grid.values))  # E: jdc-concrete


def checked(grid: Grid) -> Any:
    if np.any(grid.values):
        np.testing.assert_allclose(grid.values, 1.0)
    return float(np.sum(grid.values))
