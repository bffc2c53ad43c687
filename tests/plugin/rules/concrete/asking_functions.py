"""Functions and methods that hand what they are given to helpers, for traced functions in another module."""

from __future__ import annotations

import asking_helpers
import flax.struct
import jax
import jax.numpy as jnp
from asking_helpers import first as head
from asking_helpers import root, softened


@flax.struct.dataclass
class Grid:
    x: jax.Array
    n: int
    rate: float
    size: int = flax.struct.field(pytree_node=False, default=3)

    def cells(self) -> int:
        return self.n + 1

    def columns(self) -> int:
        return self.size + 1

    def is_hot(self) -> bool:
        return bool(self.x.sum() > 0)

    @property
    def moving(self) -> jax.Array:
        return jax.numpy.any(self.x > 0)

    @property
    def wide(self) -> bool:
        return self.size > 2


@flax.struct.dataclass
class Outer:
    grid: Grid


def normed(grid: Grid) -> jax.Array:
    return grid.x / asking_helpers.length(grid.x)


def cooled(outer: Outer) -> jax.Array:
    return outer.grid.x * root(rate=outer.grid.rate)


def cut(grid: Grid, n: int) -> jax.Array:
    return head(grid.x, n + 1)


def empty(grid: Grid) -> jax.Array:
    return jnp.zeros(grid.cells())


def frame(grid: Grid) -> jax.Array:
    return jnp.zeros((grid.columns(), grid.size))


def chosen(grid: Grid) -> jax.Array:
    return grid.x if grid.moving else -grid.x


def widest(grid: Grid) -> jax.Array:
    return grid.x if grid.wide else -grid.x


def heated(grid: Grid) -> jax.Array:
    return grid.x if grid.is_hot() else -grid.x


def smooth(grid: Grid) -> jax.Array:
    return softened(grid.x) * asking_helpers.size(grid.x)


def either(grid: Grid) -> jax.Array:
    return grid.x and head(grid.x, grid.n)


def guarded(x: jax.Array) -> float:
    if isinstance(x, jax.core.Tracer):
        return 0.0
    return asking_helpers.largest(x)


def lazily(x: jax.Array) -> list[float]:
    return [asking_helpers.largest(each) for each in x] if x.ndim > 1 else []


def thrown_away(grid: Grid) -> None:
    grid.replace(n=1)  # E: jdc-discarded


@jax.jit
def started(x: jax.Array) -> jax.Array:
    later = asking_helpers.largest_parts(x), asking_helpers.parts(x)  # no item is asked for
    return x * len(later)


@jax.jit
def halved(x: jax.Array) -> jax.Array:
    return x * asking_helpers.with_parts(x)  # E: jdc-concrete
