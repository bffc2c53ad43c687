"""Cached properties that are computed from an object in a data field."""

from functools import cached_property

import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses as jdc


@jdc.pytree_dataclass
class Vector:
    v: jax.Array
    names: jdc.Static[tuple[str, ...]] = ()

    @property
    def norm(self) -> jax.Array:
        return jnp.sqrt(jnp.sum(self.v**2))

    def scaled(self, factor: float) -> jax.Array:
        return self.v * factor

    @property
    def size(self) -> int:
        return self.v.shape[0]


@flax.struct.dataclass
class Edge:
    v: Vector

    @cached_property
    def length(self) -> jax.Array:  # E: jdc-cached
        return self.v.norm

    @cached_property
    def double(self) -> jax.Array:  # E: jdc-cached
        return self.v.scaled(2.0)

    @cached_property
    def own(self) -> jax.Array:  # E: jdc-cached
        return self.v.v * 2

    @cached_property
    def count(self) -> int:
        return self.v.size + len(self.v.names)

    @cached_property
    def shape(self) -> tuple[int, ...]:
        return self.v.v.shape

    @cached_property
    def unread(self) -> jax.Array:
        return self.v.norm


EDGE = Edge(v=Vector(jnp.ones(3)))


@jax.jit
def scale(y: jax.Array) -> jax.Array:
    return y * EDGE.length * EDGE.double.sum() * EDGE.own.sum() * EDGE.count * EDGE.shape[0]


scale(jnp.ones(3))
print(EDGE.length + 1, EDGE.double + 1, EDGE.own + 1, EDGE.count + 1, EDGE.shape, EDGE.unread)
