"""Static fields of modules under `equinox.filter_jit`."""

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp


class Result(eqx.Module):
    x: jax.Array
    total: Any = eqx.field(static=True)


class Counter(eqx.Module):
    x: jax.Array
    step: int = eqx.field(static=True)


@eqx.filter_jit
def keeping(x: jax.Array) -> Result:
    return Result(x, jnp.sum(x))  # E: jdc-static-state


@eqx.filter_jit
def naming(x: jax.Array, name: str) -> Result:
    return Result(x, name)


def eager(x: jax.Array) -> Result:
    return Result(x, jnp.sum(x))


@eqx.filter_jit
def counting(counter: Counter) -> Counter:
    return Counter(counter.x * 2, counter.step + 1)  # E: jdc-static-state


def count(counter: Counter) -> Counter:
    return Counter(counter.x * 2, counter.step + 1)  # E: jdc-static-state


def once(counter: Counter) -> Counter:
    return Counter(counter.x * 2, counter.step + 1)


def main(counter: Counter) -> Counter:
    counter = eqx.filter_jit(count)(counter)
    return once(counter)
