"""Functions that make arrays of what they are given or decide by it, for traced functions in another module."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp

LIMIT = jnp.ones(3)


@flax.struct.dataclass
class State:
    x: jax.Array
    done: jax.Array
    size: int = flax.struct.field(pytree_node=False, default=3)

    def is_far(self) -> jax.Array:
        return jnp.any(self.x > 1)

    def is_large(self) -> bool:
        return self.size > 2

    def both(self) -> tuple[jax.Array, int]:
        return self.x.max(), self.size


def is_done(state: State) -> jax.Array:
    far = state.x.max() > 3
    return far | state.done


def limit(state: State) -> jax.Array:
    return LIMIT


def is_square(x: jax.Array) -> bool:
    return x.ndim == 2


def clamped(x: jax.Array, low: float = 0.0) -> jax.Array:
    """Clamp an array."""
    largest = x.max()
    if largest > 1:
        return jnp.clip(x, low, 1)
    return x


def checked(x: jax.Array) -> jax.Array:
    assert jnp.all(x > 0), "positive"
    return x


def scaled(x: jax.Array, factor: float) -> jax.Array:
    if factor > 1:
        return x * factor
    return x


def of_kind(x: jax.Array, kind: Any) -> jax.Array:
    if kind == "sum":
        return x.sum()
    return x


def optional(x: jax.Array, y: jax.Array | None) -> jax.Array:
    if y is not None and y.sum() > 1:
        return x
    return x


def shaped(x: jax.Array) -> jax.Array:
    if x.shape[0] > 2 and len(x) > 3:
        return x[0]
    return x


def later(x: jax.Array) -> jax.Array:
    if x.ndim == 0:
        return x
    if x.max() > 1:
        return x / 2
    return x


def of_rank(x: jax.Array, rank: int) -> jax.Array:
    if jnp.ndim(x) != rank:
        return x
    assert x.shape[0] > 1
    return x


def of_floats(x: jax.Array) -> jax.Array:
    assert not jnp.iscomplexobj(x)
    return x


def rank_of(x: jax.Array) -> int:
    return jnp.ndim(x) + 1


def zeros_for(x: jax.Array) -> jax.Array:
    return jnp.zeros_like(x)


def replaced(x: jax.Array) -> jax.Array:
    if x.sum() > 0:
        return x
    return -x


def named(x: jax.Array) -> jax.Array:
    if x.sum() > 0:
        return x
    return -x


def set_up(x: jax.Array) -> jax.Array:
    if x.sum() > 0:
        return x
    return -x


def chosen(x: jax.Array) -> jax.Array:
    if x.sum() > 0:
        return x
    return -x


def use(is_fast: bool) -> None:
    global set_up
    if is_fast:
        set_up = jax.jit(lambda x: x)


try:
    import fast_arrays  # type: ignore[import-not-found]

    chosen = fast_arrays.chosen
except ImportError:
    pass


class Judge:
    def is_over(self, x: jax.Array) -> jax.Array:
        return x.sum() > 0

    def is_near(self, x: jax.Array) -> jax.Array:
        return x.sum() > 0


@jax.tree_util.register_dataclass
@dataclass
class Meter:
    total: jax.Array
    count: int


def is_even(meter: Meter) -> bool:
    return meter.count % 2 == 0


def is_full(meter: Meter) -> jax.Array:
    return meter.total > 3


@jax.jit
def decided(x: jax.Array) -> jax.Array:
    if x.sum() > 1:  # E: jdc-concrete
        return x
    return -x


def widest(*arrays: jax.Array, **named: jax.Array) -> jax.Array:
    if not arrays:
        return jnp.zeros(3)
    return jnp.concatenate([*arrays, *named.values()])


def added(*arrays: jax.Array, start: jax.Array | None = None, **named: jax.Array) -> jax.Array:
    if named:
        return sum(named.values(), start=jnp.zeros(3))
    return sum(arrays, start=jnp.zeros(3))
