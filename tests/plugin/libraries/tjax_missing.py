"""tjax, which runs on the newest Python alone: what it makes is known where mypy finds no module of it too."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from tjax.dataclasses import dataclass, field  # type: ignore[import-not-found,unused-ignore]


@dataclass
class Schedule:
    rate: jax.Array
    epoch: int = field(static=True, default=0)

    def advanced(self) -> Schedule:
        return Schedule(self.rate * 0.9, self.epoch + 1)


def train(schedule: Schedule) -> Schedule:
    def body(s: Schedule, _: None) -> tuple[Schedule, None]:
        return Schedule(s.rate * 0.9, s.epoch + 1), None  # E: jdc-static-state

    return jax.lax.scan(body, schedule, None, length=3)[0]


@dataclass
class Table:
    offset: jax.Array
    values: jax.Array = field(static=True, default_factory=lambda: jnp.ones(3))  # E: jdc-static-array


@dataclass
class Grid:
    points: jax.Array
    n: int
    m: int = field(static=True)


@jax.jit
def linspace(g: Grid) -> jax.Array:
    return jnp.linspace(0.0, 1.0, g.n) * g.points  # E: jdc-concrete


@jax.jit
def linspace_of_static(g: Grid) -> jax.Array:
    return jnp.linspace(0.0, 1.0, g.m) * g.points


def write(g: Grid) -> None:
    g.n = 3  # E: jdc-frozen


@dataclass(frozen=False)
class Open:
    x: jax.Array
    is_ready: bool = field(default=False, init=False)


def made() -> Grid:
    opened = Open(jnp.ones(3))
    opened.x = jnp.zeros(3)
    opened.is_ready = True
    return Grid(opened.x, 3, m=2)
