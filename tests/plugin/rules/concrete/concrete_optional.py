"""Arguments that may be None: what stands behind a test for None runs where the call gives something else."""

from __future__ import annotations

import dataclasses

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Cache:
    keys: jax.Array
    position: jax.Array
    size: int = dataclasses.field(default=1, metadata={"static": True})

    def filled(self) -> jax.Array:
        return self.keys if self.position >= 0 else -self.keys  # E: jdc-concrete

    @property
    def start(self) -> int:
        return int(self.position)  # E: jdc-concrete


def given(x: jax.Array, cache: Cache | None = None) -> jax.Array:
    if cache is not None:
        return x + int(jnp.maximum(0, cache.position))  # E: jdc-concrete
    return x


def given_objects(x: jax.Array, cache: Cache | None = None) -> jax.Array:
    if cache is not None:
        x = x + cache.filled() + cache.start
    return x


def watched(x: jax.Array, watch: Cache | None = None) -> jax.Array:
    if watch is not None:  # no call gives it
        print(float(x), float(watch.position))
    return x


def run(x: jax.Array, cache: Cache) -> None:
    jax.jit(given)(x, cache)
    jax.jit(given_objects)(x, cache)
    jax.jit(watched)(x)
    watched(x, cache)


def helped(x: jax.Array, cache: Cache | None = None) -> jax.Array:
    if cache is not None:
        return x + int(cache.position)  # E: jdc-concrete
    return x if x.sum() > 0 else -x  # runs without a cache alone


def masked(x: jax.Array, mask: jax.Array | None = None) -> jax.Array:
    if mask is None:
        return x
    if mask.sum() > 0:  # E: jdc-concrete
        return x * mask
    return x


def bound_again(x: jax.Array, cache: Cache | None = None) -> jax.Array:
    cache = None if x.ndim > 1 else cache
    if cache is not None:
        return x + int(cache.position)
    return x


def handed_on(x: jax.Array, cache: Cache | None) -> jax.Array:
    return later(x, cache)


def later(x: jax.Array, cache: Cache | None) -> jax.Array:
    if cache is None:
        return x if jnp.isfinite(x).all() else -x  # the caller may have a cache
    return x


@jax.jit
def step(x: jax.Array, cache: Cache, mask: jax.Array) -> jax.Array:
    return helped(x, cache) + masked(x, mask) + bound_again(x, cache)


@jax.jit
def other(x: jax.Array, cache: Cache | None) -> jax.Array:
    return masked(x) + handed_on(x, cache)
