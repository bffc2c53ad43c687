"""Data fields that have no type, and attributes of classes registered by hand whose constructor has no annotations."""

from typing import Any

import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_pytree_node_class


@flax.struct.dataclass
class Settings:
    x: jax.Array
    n: Any
    options: Any = None
    name: Any = flax.struct.field(pytree_node=False, default=2)

    @jax.jit
    def looped(self):
        for _ in range(self.n):  # E: jdc-concrete
            pass
        return self.x

    def eager(self):
        return self.x * float(self.n) if self.n > 3 else self.x


@jax.jit
def sized(s: Settings):
    return jnp.zeros(s.n)  # E: jdc-concrete


@jax.jit
def calculated(s: Settings):
    return s.x * float(2 * s.n)  # E: jdc-concrete


@jax.jit
def ordered(s: Settings):
    if s.n > 3:  # E: jdc-concrete
        return s.x
    return -s.x


@jax.jit
def cut(s: Settings):
    return s.x[: s.n]


@jax.jit
def asked(s: Settings):
    if s.n:
        return s.x
    if s.options is None or s.n == "all":
        return -s.x
    return s.x * len(s.options)


@jax.jit
def static(s: Settings):
    return jnp.zeros(s.name) if s.name > 3 else s.x


@jax.jit
def written(s: Settings):
    s = s.replace(n=3)
    return jnp.zeros(s.n)


@register_pytree_node_class
class Counter:
    def __init__(self, hits, total, n=2):
        self.hits = hits
        self.total = total
        self.n = n

    def tree_flatten(self):
        return (self.hits, self.total), self.n

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, aux)

    @jax.jit
    def repeated(self):
        return [self.hits for _ in range(self.total)]  # E: jdc-concrete

    @jax.jit
    def rate(self):
        if self.total > 3:  # E: jdc-concrete
            return self.hits / self.total
        return self.hits

    @jax.jit
    def left_alone(self):
        if self.n > 3:
            return jnp.zeros(self.n)
        return jnp.where(self.total > 3, self.hits / self.total, self.hits)

    def eager(self):
        return float(self.hits) if self.total > 3 else float(self.n)


@jax.jit
def of_counter(c: Counter):
    return jnp.ones(c.total)  # E: jdc-concrete
