"""Objects that calls make: which of their fields are tracers."""

from __future__ import annotations

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class S:
    x: jax.Array
    wrap: bool = True
    n: int = 3


def fresh(x: jax.Array) -> S:
    return S(x)


def fixed(s: S) -> S:
    return s.replace(wrap=False)


def either(s: S, flag: bool = False) -> S:
    if flag:
        return s
    return S(s.x, wrap=True)


def both(s: S) -> S:
    if s.x.ndim > 1:
        return s
    return s.replace(x=s.x + 1)


def pair(s: S) -> tuple[S, jax.Array]:
    return s.replace(x=s.x + 1), s.x.sum()


@jax.jit
def right(s: S) -> jax.Array:
    made = fresh(s.x)
    if made.wrap:
        s = fixed(s)
    other = fixed(s)
    if other.wrap and not either(s).wrap:
        return jnp.zeros(other.n + 0) if False else s.x
    static = S(s.x, wrap=True, n=2)
    if static.wrap:
        return jnp.zeros(static.n)
    return s.x


@jax.jit
def right_pair(s: S) -> jax.Array:
    new, total = pair(S(s.x, n=4))
    if new.wrap:
        return jnp.zeros(new.n)
    return total


@jax.jit
def wrong_pair(s: S) -> jax.Array:
    new, total = pair(s)
    if new.wrap:  # E: jdc-concrete
        return total
    return jnp.zeros(new.n)  # E: jdc-concrete


@jax.jit
def wrong_both(s: S) -> jax.Array:
    s = both(s)
    s = dataclasses.replace(s, x=s.x * 2)
    if s.wrap:  # E: jdc-concrete
        return s.x
    return s.x


@jax.jit
def loops(s: S) -> jax.Array:
    made = S(s.x)
    for _ in range(3):
        if made.wrap:
            made = fresh(made.x)
    return made.x


class Physics:
    def __init__(self, dt: float) -> None:
        self.dt = dt
        self.steps = 2

    def move(self, s: S) -> S:
        for _ in range(self.steps):
            s = s.replace(x=s.x + self.dt)
        return s


class Env:
    def __init__(self) -> None:
        self.physics = Physics(0.1)
        self.wrap = True

    def step(self, s: S) -> S:
        s = self.physics.move(s)
        if self.wrap:
            s = s.replace(x=-s.x)
        return s


env = Env()
step = jax.jit(env.step)
a = step(S(jnp.ones(2)))
b = [right(a), right_pair(a), loops(a)]
