"""Updates of a part of an array, ``x.at[1:]``, with values of another number of rows for every number of rows."""

import jax.numpy as jnp
from jaxtyping import Array, Float


def accumulated(x: Float[Array, "steps"]) -> Float[Array, "steps"]:
    return x.at[1:].add(x)  # E: jdc-shape


def accumulated_right(x: Float[Array, "steps"]) -> Float[Array, "steps"]:
    return x.at[1:].add(x[:-1])


def moved(grid: Float[Array, "rows columns"]) -> Float[Array, "rows columns"]:
    return grid.at[:-1, :].set(grid[2:, :])  # E: jdc-shape


def diffused(grid: Float[Array, "rows columns"], rate: float) -> Float[Array, "rows columns"]:
    return grid.at[1:-1].add(rate * (grid[2:] + grid[:-2] - 2 * grid))  # E: jdc-shape


def diffused_right(grid: Float[Array, "rows columns"], rate: float) -> Float[Array, "rows columns"]:
    return grid.at[1:-1].add(rate * (grid[2:] + grid[:-2] - 2 * grid[1:-1]))


def woven(even: Float[Array, "n d"], both: Float[Array, "2*n d"]) -> Float[Array, "2*n d"]:
    return both.at[::2].set(even).at[1::2].set(2 * even)


def thinned(rows: Float[Array, "n d"], others: Float[Array, "n d"]) -> Float[Array, "n d"]:
    return rows.at[::2].set(others)  # E: jdc-shape


def between(rows: Float[Array, "n d"], gaps: Float[Array, "n-1 d"]) -> Float[Array, "n d"]:
    return rows.at[1:].set(gaps) + rows.at[:-1].multiply(gaps)


def started(rows: Float[Array, "n d"], row: Float[Array, "1 d"]) -> Float[Array, "n d"]:
    return rows.at[1:].set(row).at[1:, 0].add(2.0)


def filled(rows: Float[Array, "n d"], others: Float[Array, "m d"]) -> Float[Array, "n d"]:
    return rows.at[: others.shape[0]].set(others)


def middles(rows: Float[Array, "n d"], others: Float[Array, "n d"]) -> Float[Array, "n d"]:
    return rows.at[1:-1].set(others[2:]).at[1:-1].min(jnp.diff(others[1:], axis=0))
