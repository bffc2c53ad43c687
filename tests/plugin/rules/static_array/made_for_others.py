"""Objects with arrays in static fields, made in functions that the module does not call."""

from dataclasses import dataclass

import flax.struct
import jax
import numpy as np


@dataclass(frozen=True)
class Moments:
    mean: np.ndarray
    scale: np.ndarray


@flax.struct.dataclass
class Whitened:
    x: jax.Array
    moments: Moments = flax.struct.field(pytree_node=False)  # E: jdc-static-array


@jax.jit
def centred(state: Whitened) -> jax.Array:
    return state.x - state.moments.mean


def test_twice(x: jax.Array) -> None:
    centred(Whitened(x, Moments(np.zeros(3), np.ones(3))))
    centred(Whitened(x, Moments(np.zeros(3), np.ones(3))))


@dataclass(frozen=True)
class Table:
    values: np.ndarray


@flax.struct.dataclass
class Robot:
    x: jax.Array
    table: Table = flax.struct.field(pytree_node=False)


@jax.jit
def moved(robot: Robot) -> jax.Array:
    return robot.x + robot.table.values


def ant(x: jax.Array) -> Robot:
    return Robot(x, Table(np.zeros(4)))


def humanoid(x: jax.Array) -> Robot:
    return Robot(x, Table(np.zeros(7)))


def run(x: jax.Array, robot: Robot) -> None:
    moved(robot)
