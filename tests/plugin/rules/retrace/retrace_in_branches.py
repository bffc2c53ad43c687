"""Counts in a branch of a loop: those that run again and again, and those that may run once."""

from __future__ import annotations

import flax.struct
import jax


def loss(s: S) -> jax.Array:
    return s.x.sum()


@flax.struct.dataclass
class S:
    x: jax.Array
    n: int = flax.struct.field(pytree_node=False, default=0)
    lr: float = flax.struct.field(pytree_node=False, default=0.1)
    log: str = flax.struct.field(pytree_node=False, default="")


@jax.jit
def step(s: S) -> S:
    return s.replace(x=s.x + 1)


def if_count(s: S, k: int) -> S:
    for i in range(k):
        s = step(s)
        if i % 2 == 0:
            s = s.replace(n=s.n + 1)  # E: jdc-retrace
    return s


def once(s: S, k: int) -> S:
    for i in range(k):
        s = step(s)
        if i == 5:
            s = s.replace(n=s.n + 1)
    return s


def flagged(s: S, k: int, verbose: bool) -> S:
    done = False
    for i in range(k):
        s = step(s)
        if not done:
            s = s.replace(n=s.n + 1)
            done = True
    return s


def broken(s: S, k: int) -> S:
    for i in range(k):
        s = step(s)
        if s.n < 3:
            s = s.replace(n=s.n + 1)
            break
    return s


def elses(s: S, k: int, rows: list[int]) -> S:
    for i in range(k):
        if i % 10 == 0:
            print(i)
        s = s.replace(n=s.n + 1)  # E: jdc-retrace
        s = step(s)
    return s


def logs(s: S, k: int) -> S:
    for i in range(k):
        s = step(s)
        if i % 10 == 0:
            s = s.replace(lr=0.9**i)  # E: jdc-retrace
    return s


def main_loop(s: S, k: int, warm: bool) -> S:
    if warm:
        for _ in range(k):
            s = step(s)
            s = s.replace(n=s.n + 1)  # E: jdc-retrace
    return s


def reset(s: S, k: int) -> S:
    for i in range(k):
        s = step(s)
        if i % 2 == 0:
            s = s.replace(n=s.n + 1)
        else:
            s = s.replace(n=0)
    return s


def flag(s: S, k: int, decay: bool) -> S:
    for _ in range(k):
        s = step(s)
        if decay:
            s = s.replace(n=s.n + 1)  # E: jdc-retrace
    return s
