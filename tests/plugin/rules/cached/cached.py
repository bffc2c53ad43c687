"""jdc-cached: results that are kept on an object, or for it."""

from __future__ import annotations

import dataclasses
import functools
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import numpy as np

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


class Module(eqx.Module):
    x: jax.Array

    @lru_cache
    def cached(self, n: int) -> int:  # E: jdc-cached
        return n


class HashableModule(eqx.Module):
    sizes: tuple[int, ...]

    @lru_cache
    def cached(self, n: int) -> int:
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


# Cached properties that keep no tracer


class Pair(NamedTuple):
    first: jax.Array
    second: int


@flax.struct.dataclass
class Read:
    x: jax.Array
    host: np.ndarray
    maybe: jax.Array | None = None

    @cached_property
    def rows(self) -> int:
        return len(self.x)

    @cached_property
    def dims(self) -> tuple[int, ...]:
        x = self.x
        return x.shape

    @cached_property
    def bytes(self) -> int:
        return self.x.nbytes + self.x.itemsize

    @cached_property
    def by_functions(self) -> tuple[int, ...]:
        return (*jnp.shape(self.x), jnp.ndim(self.x), np.size(self.x))

    @cached_property
    def dtype(self) -> Any:
        return jnp.result_type(self.x)

    @cached_property
    def is_missing(self) -> bool:
        return self.x is None or isinstance(self.x, np.ndarray)

    @cached_property
    def kind(self) -> str:
        return type(self.x).__name__

    @cached_property
    def columns(self) -> tuple[int, ...]:
        return self.x.reshape(-1, 1).shape

    @cached_property
    def total(self) -> float:
        return float(np.sum(self.host))

    @cached_property
    def first(self) -> Any:
        return self.x[0].item()

    @cached_property
    def listed(self) -> list[float]:
        return self.x.tolist()

    @cached_property
    def copied(self) -> np.ndarray:
        return np.asarray(self.x) * 2

    @cached_property
    def untyped(self):
        return len(self.x)

    @cached_property
    def grid(self) -> jax.Array:
        return jnp.arange(int(self.x) + len(self.x))

    @cached_property
    def computed_at_once(self) -> jax.Array:
        with jax.ensure_compile_time_eval():
            return jnp.sin(self.x)

    @cached_property
    def either(self) -> float | jax.Array:
        return self.x if self.x.ndim else 0.0

    @cached_property
    def pair(self) -> tuple[jax.Array, int]:  # E: jdc-cached
        return self.x * 2, 1

    @cached_property
    def named(self) -> Pair:  # E: jdc-cached
        return Pair(self.x, 1)

    @cached_property
    def by_name(self) -> dict[str, jax.Array]:  # E: jdc-cached
        x = self.x
        return {"x": x}

    @cached_property
    def optional(self) -> jax.Array | None:  # E: jdc-cached
        return jnp.sin(self.x)

    @cached_property
    def untyped_array(self):  # E: jdc-cached
        return jnp.sin(self.x)

    @cached_property
    def of_host(self) -> jax.Array:  # E: jdc-cached
        return jnp.sin(self.host)


@flax.struct.dataclass
class Indirect:
    x: jax.Array
    sizes: tuple[int, ...] = flax.struct.field(pytree_node=False)

    def doubled(self) -> jax.Array:
        return self.x * 2

    @property
    def half(self) -> jax.Array:
        return self.x / 2

    @property
    def size(self) -> int:
        return self.x.size

    def table(self) -> jax.Array:
        return jnp.asarray(self.sizes)

    @staticmethod
    def fixed() -> jax.Array:
        return jnp.ones(3)

    def again(self) -> jax.Array:
        return self.again()

    @cached_property
    def by_method(self) -> jax.Array:  # E: jdc-cached
        return self.doubled() + 1

    @cached_property
    def by_property(self) -> jax.Array:  # E: jdc-cached
        return jnp.sin(self.half)

    by_lambda = cached_property(lambda self: jnp.sum(self.x))  # E: jdc-cached

    @cached_property
    def by_shape(self) -> jax.Array:
        return jnp.ones(self.doubled().shape)

    @cached_property
    def by_size(self) -> jax.Array:
        return jnp.ones(self.size)

    @cached_property
    def of_static(self) -> jax.Array:
        return self.table() + self.fixed()

    @cached_property
    def unbound(self) -> str:
        return repr(self.doubled)

    @cached_property
    def endless(self) -> jax.Array:
        return self.again()

    lambda_of_static = cached_property(lambda self: jnp.asarray(self.sizes))
    lambda_of_shape = cached_property(lambda self: self.x.shape)


def kept(state: State, read: Read, indirect: Indirect) -> Any:
    @jax.jit
    def first(y: jax.Array) -> Any:
        kept = (state.norm, state.doubled, state.shape, state.long_name, state.plain)
        return (
            kept,
            (
                read.rows,
                read.dims,
                read.bytes,
                read.by_functions,
                read.dtype,
                read.is_missing,
                read.kind,
                read.columns,
            ),
            (read.total, read.first, read.listed, read.copied, read.untyped, read.grid, read.computed_at_once),
            (read.either, read.pair, read.named, read.by_name, read.optional, read.untyped_array, read.of_host),
            (indirect.by_method, indirect.by_property, indirect.by_lambda, indirect.by_shape, indirect.by_size),
            (indirect.of_static, indirect.unbound, indirect.endless, indirect.lambda_of_static),
            (indirect.lambda_of_shape, y),
        )

    first(jnp.ones(3))
    return (
        (state.norm, state.doubled, state.shape, state.long_name, state.plain),
        (read.rows, read.dims, read.bytes, read.by_functions, read.dtype, read.is_missing, read.kind, read.columns),
        (read.total, read.first, read.listed, read.copied, read.untyped, read.grid, read.computed_at_once),
        (read.either, read.pair, read.named, read.by_name, read.optional, read.untyped_array, read.of_host),
        (indirect.by_method, indirect.by_property, indirect.by_lambda, indirect.by_shape, indirect.by_size),
        (indirect.of_static, indirect.unbound, indirect.endless, indirect.lambda_of_static),
        indirect.lambda_of_shape,
    )


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Unfrozen:
    n: int

    @functools.cache
    def doubled(self) -> int:  # E: jdc-cached
        return 2 * self.n


@jax.tree_util.register_dataclass
@dataclasses.dataclass(eq=False)
class ByIdentity:
    n: int

    @functools.cache
    def doubled(self) -> int:
        return 2 * self.n


@jax.tree_util.register_dataclass
@dataclasses.dataclass(unsafe_hash=True)
class Hashed:
    n: int

    @functools.cache
    def doubled(self) -> int:
        return 2 * self.n


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class OwnHash:
    n: int

    def __hash__(self) -> int:
        return self.n

    @functools.cache
    def doubled(self) -> int:
        return 2 * self.n


@flax.struct.dataclass
class Frozen:
    n: int

    @functools.cache
    def doubled(self) -> int:
        return 2 * self.n


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Unhashed:
    n: int

    @functools.cache
    def doubled(self) -> int:
        return 2 * self.n


@jax.tree_util.register_dataclass
@dataclasses.dataclass(eq=False)
class HashedBelow(Unhashed):
    def __hash__(self) -> int:
        return self.n
