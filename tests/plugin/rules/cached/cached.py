"""jdc-cached: results that are kept on an object, or for it."""

from __future__ import annotations

import dataclasses
import functools
from functools import cached_property, lru_cache

import flax.struct
import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@flax.struct.dataclass
class State:
    x: jax.Array
    size: int
    name: str = flax.struct.field(pytree_node=False, default="")
    sizes: tuple[int, ...] = flax.struct.field(pytree_node=False, default=())

    @cached_property
    def norm(self) -> jax.Array:  # E: jdc-cached
        return jnp.linalg.norm(self.x)

    @functools.cached_property
    def doubled(self) -> jax.Array:  # E: jdc-cached
        return self.x.sum() * 2

    @cached_property
    def shape(self) -> tuple[int, ...]:
        return self.x.shape

    @cached_property
    def long_name(self) -> str:
        return self.name * 2

    @property
    def plain(self) -> jax.Array:
        return self.x * 2

    @lru_cache
    def cached(self, n: int) -> int:  # E: jdc-cached
        return n

    @lru_cache(maxsize=None)  # noqa: UP033
    def cached_too(self, n: int) -> int:  # E: jdc-cached
        return n

    @functools.cache
    def cached_again(self) -> jax.Array:  # E: jdc-cached
        return self.x

    @staticmethod
    @lru_cache
    def static(n: int) -> int:
        return n

    @classmethod
    @lru_cache
    def of_class(cls, n: int) -> int:
        return n


@flax.struct.dataclass
class Hashable:
    name: str = flax.struct.field(pytree_node=False)

    @lru_cache
    def cached(self, n: int) -> int:
        return n


@jdc.pytree_dataclass
class ById:
    x: jax.Array

    @lru_cache
    def cached(self) -> int:
        return 1

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


@jax.tree_util.register_dataclass
@dataclasses.dataclass(eq=False)
class Identity:
    x: jax.Array

    @lru_cache
    def cached(self) -> int:
        return 1


@dataclasses.dataclass
class Plain:
    x: jax.Array

    @cached_property
    def norm(self) -> jax.Array:
        return jnp.linalg.norm(self.x)
