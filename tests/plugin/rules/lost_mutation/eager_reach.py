"""Functions that a block under `jax.disable_jit` comes to, by name, and others of the same module."""

from functools import cached_property

import equinox as eqx
import jax
import jax.numpy as jnp

KEEP: list[jax.Array] = []
SEEN: list[jax.Array] = []
MORE: list[jax.Array] = []
OWN: list[jax.Array] = []


@jax.jit
def leak(x: jax.Array) -> jax.Array:
    y = x * 2
    KEEP.append(y)
    return y


def by_name(x: jax.Array) -> jax.Array:
    with jax.disable_jit():
        leak(x)
    return KEEP[-1] + 1


def plain(x: jax.Array) -> jax.Array:
    y = x * 2
    SEEN.append(y)
    return y


made = jax.jit(plain)
TABLE = {"made": made}


def by_table(x: jax.Array) -> jax.Array:
    with jax.disable_jit():
        TABLE["made"](x)
    return SEEN[-1] + 1


class Stepping:
    def __init__(self) -> None:
        self.step = jax.jit(self._step)

    def _step(self, x: jax.Array) -> jax.Array:
        y = x + 1
        MORE.append(y)
        return y

    def go(self, x: jax.Array) -> jax.Array:
        return self.step(x)


def by_object(x: jax.Array) -> jax.Array:
    t = Stepping()
    with jax.disable_jit():
        t.go(x)
    return MORE[-1] + 1


class Lazy(eqx.Module):
    x: jax.Array

    @cached_property
    def norm(self) -> jax.Array:
        return jnp.linalg.norm(self.x)

    @cached_property
    def size(self) -> jax.Array:  # E: jdc-cached
        return jnp.sum(self.x)


def closure(f: Lazy) -> jax.Array:
    g = jax.jit(lambda y: y * f.norm)
    with jax.disable_jit():
        g(1.0)
    return f.norm + 1


@jax.jit
def leaking(x: jax.Array) -> jax.Array:
    y = x * 2
    OWN.append(y)  # E: jdc-lost-mutation
    return y


def by_itself(x: jax.Array) -> jax.Array:
    leaking(x)
    return OWN[-1] + 1


def cached(f: Lazy) -> jax.Array:
    g = jax.jit(lambda y: y * f.size)
    g(1.0)
    return f.size + 1


if __name__ == "__main__":
    given = jnp.ones(2)
    print(by_name(given), by_table(given), by_object(given), closure(Lazy(given)))
