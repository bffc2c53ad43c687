"""Static parameters declared to be of a protocol: the class of what is given decides about the hash."""

from functools import partial
from typing import Any, Protocol, TypeVar

import jax
import jax.numpy as jnp

T_co = TypeVar("T_co", covariant=True)


class Comparable(Protocol):
    size: int

    def __eq__(self, other: object) -> bool: ...


class Rows(Protocol[T_co]):
    def __getitem__(self, index: int) -> T_co: ...

    def __eq__(self, other: Any) -> Any: ...


class Inherits(Comparable):
    """Takes the ``__eq__`` of the protocol as its own, and with it no hash."""

    size: int = 2


class Compares:
    size: int = 2

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Compares)


class Hashed(Compares):
    def __hash__(self) -> int:
        return self.size


class Pair(tuple[int, int]):
    size: int = 2


@partial(jax.jit, static_argnums=(0,))
def scaled(kind: Comparable, x: jax.Array) -> jax.Array:
    return x * kind.size


@partial(jax.jit, static_argnames="rows")
def first(x: jax.Array, rows: Rows[int]) -> jax.Array:
    return x * rows[0]


@partial(jax.jit, static_argnames=("size", "rows"))
def both(size: int, rows: Rows[int] | None, x: jax.Array) -> jax.Array:
    return x * size if rows is None else x * rows[0]


@partial(jax.jit, static_argnums=(0,))
def inherits(kind: Inherits, x: jax.Array) -> jax.Array:  # E: jdc-static-mutable
    return x * kind.size


@partial(jax.jit, static_argnums=(0,))
def compares(kind: Compares, x: jax.Array) -> jax.Array:  # E: jdc-static-mutable
    return x * kind.size


@partial(jax.jit, static_argnums=(0,))
def hashed(kind: Hashed, x: jax.Array) -> jax.Array:
    return x * kind.size


scaled(Hashed(), jnp.ones(2))
scaled(Pair((1, 2)), jnp.ones(2))
first(jnp.ones(2), rows=(3, 4))
first(jnp.ones(2), rows=range(3))
both(2, None, jnp.ones(2))
hashed(Hashed(), jnp.ones(2))
