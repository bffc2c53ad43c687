"""jdc-lost-mutation: an object that is returned with a tracer in a data field, which a function inside put there."""

from dataclasses import dataclass, field, replace
from typing import Any

import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@register_dataclass
@dataclass
class Sums:
    total: jax.Array
    count: jax.Array
    last: Any = field(default=None, metadata={"static": True})


class Notes:
    total: Any = None


def add_all(sums: Sums, xs: jax.Array) -> Sums:
    def add(carry: jax.Array, x: jax.Array) -> tuple[jax.Array, None]:
        sums.total = sums.total + x  # E: jdc-lost-mutation
        return carry + x, None

    jax.lax.scan(add, jnp.zeros(()), xs)
    return sums


def add_first(sums: Sums, xs: jax.Array) -> tuple[Sums, jax.Array]:
    @jax.jit
    def added(x: jax.Array) -> jax.Array:
        sums.total = x * 2  # E: jdc-lost-mutation
        return x

    y = added(xs)
    return sums, y


def note_last(sums: Sums, notes: Notes, xs: jax.Array) -> Notes:
    def add(carry: jax.Array, x: jax.Array) -> tuple[jax.Array, None]:
        notes.total = carry
        return carry + x, None

    jax.lax.scan(add, sums.total, xs)
    return notes


def put_back(sums: Sums, xs: jax.Array) -> Sums:
    def add(carry: jax.Array, x: jax.Array) -> tuple[jax.Array, None]:
        sums.total = carry
        return carry + x, None

    total, _ = jax.lax.scan(add, sums.total, xs)
    sums.total = total
    return sums


def copied(sums: Sums, xs: jax.Array) -> Sums:
    def add(carry: Sums, x: jax.Array) -> tuple[Sums, None]:
        carry.total = carry.total + x
        return carry, None

    sums, _ = jax.lax.scan(add, sums, xs)
    return sums


def counted(sums: Sums, xs: jax.Array) -> Sums:
    def add(carry: jax.Array, x: jax.Array) -> tuple[jax.Array, None]:
        sums.last = x.shape
        return carry + x, None

    total, _ = jax.lax.scan(add, sums.total, xs)
    return replace(sums, total=total)


def mapped(sums: Sums, xs: list[jax.Array]) -> Sums:
    def add(x: jax.Array) -> None:
        sums.total = sums.total + x

    for x in xs:
        add(x)
    return sums
