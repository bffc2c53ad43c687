"""jdc-shape: frozen settings that the program hands to functions nobody knows, in runs."""

import dataclasses
from dataclasses import dataclass, field

import jax.numpy as jnp
import unknown_package  # type: ignore[import-not-found]


@dataclass(frozen=True)
class Grid:
    rows: int = 4
    columns: int = 3
    names: list = field(default_factory=list)


@dataclass
class Open:
    rows: int = 4


grid, changing = Grid(), Open()
unknown_package.setup(grid, changing)
other = dataclasses.replace(grid, rows=5)
print(jnp.ones((grid.rows, grid.columns)) @ jnp.ones((3, 2)))
print(jnp.ones((other.rows, 2)) + jnp.ones((5, 1)))
print(jnp.ones(changing.rows) + jnp.ones(5))
print(jnp.ones(len(grid.names) + 2) + jnp.ones(3))
print(jnp.ones((grid.rows, grid.columns)) @ jnp.ones((4, 2)))  # E: jdc-shape
