"""Items of tuples, lists and dicts that hold tracers, and names that a carry is unpacked into and that change later."""

from typing import NamedTuple, TypedDict

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Grid:
    values: jax.Array
    spacing: float


class Row(TypedDict):
    x: jax.Array
    n: int


class Walk(NamedTuple):
    position: jax.Array
    turns: int


@jax.jit
def fine(grids: dict[str, Grid]) -> jax.Array:
    g = grids["fine"]
    return g.values if g.spacing > 0.5 else -g.values  # E: jdc-concrete


@jax.jit
def trained(batch: dict[str, jax.Array], names: list[str]) -> jax.Array:
    if "mask" in batch and names:
        batch["x"].mean()
    if batch["x"].mean() > 0:  # E: jdc-concrete
        return batch["y"]
    return jnp.zeros(int(batch["n"]))  # E: jdc-concrete


@jax.jit
def changed(batch: dict[str, jax.Array | int]) -> jax.Array:
    batch["n"] = 3
    return jnp.zeros(int(batch["n"]))


@jax.jit
def changed_elsewhere(sizes: dict[str, int]) -> jax.Array:
    sizes.update(n=3)
    return jnp.zeros(sizes["n"])


@jax.jit
def of_list(sizes: list[int], flags: tuple[bool, int]) -> jax.Array:
    if flags[0]:  # E: jdc-concrete
        return jnp.zeros(3)
    return jnp.zeros(sizes[0])  # E: jdc-concrete


@jax.jit
def set_in_list(sizes: list[int]) -> jax.Array:
    sizes[0] = 3
    return jnp.zeros(sizes[0])


@jax.jit
def of_row(row: Row, walk: Walk) -> jax.Array:
    if row["n"] > 2:  # E: jdc-concrete
        return row["x"]
    return row["x"] if walk[1] > 2 else walk[0]  # E: jdc-concrete


def body(carry: tuple[Grid, jax.Array], x: jax.Array) -> tuple[tuple[Grid, jax.Array], None]:
    grid, key = carry
    key, _ = jax.random.split(key)
    if grid.spacing > 1:  # E: jdc-concrete
        grid = Grid(x, 2.0)
    if carry[0].spacing > 1:  # E: jdc-concrete
        grid = Grid(x, 3.0)
    return (grid, key), None


def replaced(carry: tuple[Grid, jax.Array], x: jax.Array) -> tuple[tuple[Grid, jax.Array], None]:
    grid, key = carry
    grid = grid.replace(values=x)
    if grid.spacing > 1:  # E: jdc-concrete
        return (grid, key), None
    return carry, None


def set_anew(carry: tuple[Grid, jax.Array], x: jax.Array) -> tuple[tuple[Grid, jax.Array], None]:
    grid, key = carry
    grid = Grid(x, 3.0)
    if grid.spacing > 1:
        return (grid, key), None
    return carry, None


def grown(carry: tuple[jax.Array, jax.Array], x: jax.Array) -> tuple[tuple[jax.Array, jax.Array], None]:
    total, count = carry
    total = total + x
    return (total, count + 1 if total > 3 else count), None  # E: jdc-concrete


jax.lax.scan(body, (Grid(jnp.ones(3), 1.0), jax.random.key(0)), jnp.ones((3, 3)))
jax.lax.scan(replaced, (Grid(jnp.ones(3), 1.0), jax.random.key(0)), jnp.ones((3, 3)))
jax.lax.scan(set_anew, (Grid(jnp.ones(3), 1.0), jax.random.key(0)), jnp.ones((3, 3)))
jax.lax.scan(grown, (jnp.zeros(()), jnp.zeros(())), jnp.ones(3))


@jax.jit
def paired(grid: Grid, others: Grid) -> jax.Array:
    total = jnp.zeros(())
    for one, other in zip(grid.values, others.values, strict=True):
        total = total + (one if other > 0 else -one)  # E: jdc-concrete
    return total
