"""Tracers of which a helper in a third module needs the value, or a method of an object that is handed on."""

import asking_functions as given
import equinox as eqx
import jax
from asking_functions import Grid, Outer, cut
from asking_helpers import if_float, largest, length, noise, repeated


@jax.jit
def numbers(grid: Grid) -> jax.Array:
    return given.normed(grid)  # E: jdc-concrete


@jax.jit
def direct(grid: Grid) -> jax.Array:
    return grid.x * length(grid.x + 1)  # E: jdc-concrete


@jax.jit
def items(grid: Grid) -> jax.Array:
    return grid.x * largest(grid.x)  # E: jdc-concrete


@jax.jit
def fields(outer: Outer) -> jax.Array:
    return given.cooled(outer)  # E: jdc-concrete


@jax.jit
def slices(grid: Grid) -> jax.Array:
    return cut(grid, grid.n)  # E: jdc-concrete


@jax.jit
def slices_of_numbers(grid: Grid) -> jax.Array:
    return cut(grid, 2) + cut(grid, grid.size)


@jax.jit
def random_numbers(grid: Grid, key: jax.Array) -> jax.Array:
    return noise(key, grid.n)  # E: jdc-concrete


@jax.jit
def sizes_of_methods(grid: Grid) -> jax.Array:
    return given.empty(grid)  # E: jdc-concrete


@jax.jit
def properties(grid: Grid) -> jax.Array:
    return given.chosen(grid)  # E: jdc-concrete


@jax.jit
def read_properties(grid: Grid) -> jax.Array:
    return grid.x if grid.moving else -grid.x  # E: jdc-concrete


@jax.jit
def methods(grid: Grid) -> jax.Array:
    return given.heated(grid)  # E: jdc-concrete


@jax.jit
def of_static_fields(grid: Grid) -> jax.Array:
    y = grid.x if grid.wide else -grid.x
    return given.frame(grid).sum() + given.widest(grid) + given.smooth(grid) + y


@jax.jit
def not_certain(grid: Grid) -> jax.Array:
    given.lazily(grid.x)
    return repeated(grid.x, grid.n) * given.guarded(grid.x) + if_float(grid.x, "int")


@eqx.filter_jit
def with_numbers(grid: Grid) -> jax.Array:
    return given.empty(grid).sum() + given.cooled(Outer(grid)) + cut(grid, grid.n)


def eager(grid: Grid) -> jax.Array:
    return given.normed(grid) + given.chosen(grid) + given.empty(grid).sum()
