"""Annotations of arrays by chex, where mypy has no types of chex."""

from functools import cached_property
from typing import Any

import chex  # type: ignore[import-untyped]
import chex as cx
import jax
from chex import Array, ArrayTree


@chex.dataclass
class World:
    grid: chex.Array
    other: Array
    aliased: cx.Array
    tree: ArrayTree
    unknown: Any

    @cached_property
    def total(self) -> chex.Array:  # E: jdc-cached
        return self.grid.sum()

    @cached_property
    def other_total(self) -> Array:  # E: jdc-cached
        return self.other.sum()

    @cached_property
    def of_unknown(self) -> Any:
        return self.unknown.sum()

    def clear(self) -> None:
        self.grid.at[0].set(0)  # E: jdc-discarded


def clear(world: World, cells: chex.Array, table: Any, key: chex.PRNGKey) -> chex.Array:
    for row in range(3):
        world.grid.at[row].set(0)  # E: jdc-discarded
    world.other.at[0].add(1)  # E: jdc-discarded
    world.aliased.at[0].add(1)  # E: jdc-discarded
    cells.at[0].multiply(2)  # E: jdc-discarded
    world.tree.at[0].set(0)
    world.unknown.at[0].set(0)
    table.at[0].set(0)
    world.grid.at[0].get()
    cells.mean().at[0].set(1)
    cells = cells.at[0].set(1)
    return jax.random.uniform(key) + cells


@chex.dataclass
class Turn:
    grid: chex.Array
    count: chex.Array
    extras: chex.Array = None
    tree: ArrayTree = None


@jax.jit
def advance(turn: Turn, cells: chex.Array, tree: ArrayTree) -> chex.Array:
    while turn.count < 3:  # E: jdc-concrete
        turn = turn.replace(count=turn.count + 1)
    if turn.extras:
        cells = cells + 1
    if turn.tree or tree:
        cells = cells + 1
    assert cells.ndim == 1 and turn.grid.shape[0] == 2
    if turn.grid is None:
        return cells
    assert cells  # E: jdc-concrete
    return cells[: turn.count]  # E: jdc-concrete
