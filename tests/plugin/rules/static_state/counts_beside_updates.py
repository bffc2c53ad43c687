"""Counts under jit beside data that keeps its shape: an update at an index, a choice, a map over leaves."""

from __future__ import annotations

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@flax.struct.dataclass
class Board:
    stones: jax.Array
    player: str = flax.struct.field(pytree_node=False, default="black")
    moves: int = flax.struct.field(pytree_node=False, default=0)


@jax.jit
def played(board: Board, action: jax.Array) -> Board:
    stones = board.stones.at[action].set(1.0)
    return Board(stones, board.player, board.moves + 1)  # E: jdc-static-state


@jax.jit
def masked(board: Board, action: jax.Array) -> Board:
    return Board(jnp.where(action > 0, board.stones, 0.0), board.player, board.moves + 1)  # E: jdc-static-state


@jax.jit
def halved(board: Board) -> Board:
    return Board(board.stones[::2], board.player, board.moves + 1)


@jax.jit
def reshaped(board: Board) -> Board:
    return Board(board.stones.reshape(-1), board.player, board.moves + 1)


@jdc.pytree_dataclass
class Problem:
    poses: dict[str, jax.Array]
    iteration: jdc.Static[int] = 0


@jax.jit
def scaled(problem: Problem) -> Problem:
    poses = jax.tree.map(lambda x: x * 0.9, problem.poses)
    with jdc.copy_and_mutate(problem) as new:
        new.poses = poses
        new.iteration = problem.iteration + 1  # E: jdc-static-state
    return new


@jax.jit
def shortened(problem: Problem) -> Problem:
    poses = jax.tree.map(lambda x: x[1:], problem.poses)
    with jdc.copy_and_mutate(problem) as new:
        new.poses = poses
        new.iteration = problem.iteration + 1
    return dataclasses.replace(new)
