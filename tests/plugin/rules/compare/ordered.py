"""Objects that hold arrays, ordered with ``<``, `sorted`, `min` and `max`."""

import dataclasses
import heapq
from functools import partial

import flax.struct
import jax
import jax.numpy as jnp


@partial(flax.struct.dataclass, order=True)
class Candidate:
    scores: jax.Array
    step: int = 0


@flax.struct.dataclass(order=True)
class Task:
    priority: float
    state: jax.Array


@flax.struct.dataclass(order=True)
class Best:
    state: jax.Array = dataclasses.field(compare=False)
    loss: float = 0.0


@flax.struct.dataclass
class Ranked:
    scores: jax.Array

    def __lt__(self, other: "Ranked") -> bool:
        return bool(self.scores.sum() < other.scores.sum())


@flax.struct.dataclass(order=True)
class Pair:
    first: Candidate
    second: jax.Array


def order(a: Candidate, b: Candidate, rows: list[Candidate], pairs: tuple[Pair, Pair]) -> None:
    print(a < b)  # E: jdc-compare
    print(a >= b)  # E: jdc-compare
    print(a < a)
    sorted(rows)  # E: jdc-compare
    rows.sort()  # E: jdc-compare
    print(min(rows), max(rows))  # E: jdc-compare, jdc-compare
    print(max(pairs))  # E: jdc-compare
    print(max(a, b), min(a, b, a), max(a, a))  # E: jdc-compare, jdc-compare
    print(max(a, b, key=lambda row: row.step), max(a.step, b.step))
    print(sorted(rows, key=lambda row: row.step))
    print(min(rows, key=lambda row: row.step), max([1, 2]), max(1, 2), sorted("abc"))
    rows.sort(key=lambda row: row.step)


def of_the_rest(rows: list[Candidate]) -> bool:
    first, *rest = rows
    return first < rest[0]  # E: jdc-compare


def of_another_rest(rows: list[Candidate], numbers: list[int]) -> bool:
    first, *rest = numbers
    rest = rows  # E: assignment
    return first < len(rest)


def in_turn(tasks: list[Task], best: list[Best], ranked: list[Ranked]) -> None:
    heapq.heapify(tasks)
    print(sorted(tasks), tasks[0] < tasks[1])
    print(min(best), best[0] < best[1])
    print(min(ranked), ranked[0] < ranked[1])


in_turn(
    [Task(1.0, jnp.ones(3)), Task(2.0, jnp.ones(3))],
    [Best(jnp.ones(3)), Best(jnp.ones(3))],
    [Ranked(jnp.ones(3)), Ranked(jnp.zeros(3))],
)
