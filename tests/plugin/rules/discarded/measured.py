"""Benchmarks, which throw away what they compute, beside updates that are forgotten."""

from __future__ import annotations

import contextlib
import time
import timeit
import warnings
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TypeVar

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Weights:
    w: jax.Array


@contextlib.contextmanager
def timed(name: str) -> Iterator[None]:
    start = perf_counter()
    yield
    print(name, perf_counter() - start)


@contextlib.contextmanager
def section(name: str) -> Iterator[None]:
    print(name)
    yield


F = TypeVar("F", bound=Callable[..., object])


class Stopwatch:
    def __enter__(self) -> Stopwatch:
        self.start = time.time()
        return self

    def __exit__(self, *error: object) -> None:
        self.taken = time.time() - self.start


def benchmark(function: F) -> F:
    return function


weights = Weights(jnp.ones(61))
x = jnp.ones((4, 61))

start = time.perf_counter()
jax.tree.map(jnp.sin, weights)
for _ in range(3):
    x.at[0].set(1.0)
print(time.perf_counter() - start)

with timed("map"):
    jax.tree.map(jnp.sin, weights)
    weights.replace(w=x[0])
with Stopwatch() as watch:
    x.at[0].set(1.0)
with jax.debug_nans(True):
    jax.tree.map(jnp.log, weights)

with warnings.catch_warnings(record=True) as caught:
    x.at[0].set(1.5)
with warnings.catch_warnings():
    x.at[0].set(1.5)  # E: jdc-discarded

with timed("update"):
    moved = weights.replace(w=x[0])
    moved.replace(w=x[1])  # E: jdc-discarded
with section("update"):
    x.at[0].set(1.0)  # E: jdc-discarded

before = time.time()
moved = weights.replace(w=x[1])
x.at[0].set(2.0)  # E: jdc-discarded
print(time.time() - before, moved, x)


def run() -> None:
    x.at[0].set(3.0)


def forgotten() -> None:
    x.at[0].set(4.0)  # E: jdc-discarded


@benchmark
def mapped() -> None:
    jax.tree.map(jnp.cos, weights)


@benchmark
def trained(count: int) -> Weights:
    new = weights
    for _ in range(count):
        new.replace(w=new.w + 1)  # E: jdc-discarded
    return new


def times(repeats: int) -> list[float]:
    taken = []
    for _ in range(repeats):
        start = time.perf_counter()
        x.at[1].add(1.0).block_until_ready()
        taken.append(time.perf_counter() - start)
    return taken


timeit.timeit(run, number=3)
forgotten()
trained(2)
times(2)


def is_refused(index: int) -> bool:
    try:
        x.at[index, 0, 0].set(1.0)
        return False
    except IndexError:
        return True


try:
    x.at[0, 0, 1].set(1.0)
    raise AssertionError
except (IndexError, TypeError):
    pass

try:
    x.at[0].set(5.0)  # E: jdc-discarded
    print(x.sum())
    weights = weights.replace(w=x[0])
except KeyError:
    pass
