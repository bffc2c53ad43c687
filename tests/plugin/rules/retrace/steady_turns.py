"""Values that are the same at each turn of a loop, and loops of one turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Task:
    x: jax.Array
    rate: float = flax.struct.field(pytree_node=False, default=0.1)
    function: Callable[[jax.Array], jax.Array] = flax.struct.field(pytree_node=False, default=jnp.sin)


@dataclass
class Options:
    rate: float = 0.3
    decay: float = 0.5


@jax.jit
def run(task: Task) -> jax.Array:
    return task.function(task.x) * task.rate


def steady(x: jax.Array, options: Options, named: dict[str, float]) -> None:
    for _ in range(3):
        rate = 0.3
        run(Task(x, rate))
    for _ in range(3):
        rate = options.rate
        run(Task(x, rate))
    for _ in range(3):
        rate, decay = named["rate"], 0.5
        run(Task(x, rate * decay))
    for _ in range(3):
        base = float(options.rate)
        rate = base * 3
        run(Task(x, rate))
    for number in range(3):
        rate = 0.3 if x.ndim else 0.4
        run(Task(x * number, rate))


def changing(x: jax.Array, options: Options, rates: Iterator[float]) -> None:
    rate = 0.3
    for _ in range(3):
        run(Task(x, rate))  # E: jdc-retrace
        smaller = rate * 0.5
        rate = smaller
    for number in range(3):
        rate = options.rate * number
        run(Task(x, rate))  # E: jdc-retrace
    for _ in range(3):
        rate = next(rates)
        run(Task(x, rate))  # E: jdc-retrace
    for _ in range(3):
        options.rate *= options.decay
        rate = options.rate
        run(Task(x, rate))  # E: jdc-retrace


TURNS = 1


def single(x: jax.Array, functions: list[Callable[[jax.Array], jax.Array]]) -> None:
    for _ in range(TURNS):
        run(Task(x, function=lambda y: y))
    for number in range(1):
        run(Task(x, float(number), function=lambda y: y))
    for function in (lambda y: y, *functions):
        run(Task(x, function=lambda y: y))  # E: jdc-retrace
        run(Task(x, function=function))
    for each in (x,):
        run(Task(each, function=lambda y: y))
    while True:
        run(Task(x, function=lambda y: y))
        break
    while True:
        run(Task(x, function=lambda y: y))  # E: jdc-retrace
        if x.ndim:
            continue
        break
    print([Task(x, function=lambda y: y) for _ in range(1)])
    print([Task(x, function=lambda y: y) for _ in range(2)])  # E: jdc-retrace
    for _ in range(1):
        for _ in range(2):
            run(Task(x, function=lambda y: y))  # E: jdc-retrace
