"""Trees of axes of generic classes, whose fields hold whatever they are given."""

from __future__ import annotations

import dataclasses
from typing import Generic, TypeVar, assert_type

import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass

T = TypeVar("T")
U = TypeVar("U")
ArrayT = TypeVar("ArrayT", bound=jax.Array)


@register_dataclass
@dataclasses.dataclass
class Pair(Generic[T, U]):
    first: T
    second: U


@register_dataclass
@dataclasses.dataclass
class Held(Generic[ArrayT]):
    x: ArrayT
    name: str = dataclasses.field(default="", metadata={"static": True})


def total(pair: Pair[jax.Array, jax.Array]) -> jax.Array:
    return pair.first.sum() + pair.second.sum()


def mapped(pair: Pair[jax.Array, jax.Array]) -> jax.Array:
    axes = Pair(0, None)
    assert_type(axes, Pair[int, None])
    return jax.vmap(total, in_axes=(axes,))(pair)


def mapped_in_call(pair: Pair[jax.Array, jax.Array]) -> jax.Array:
    return jax.vmap(total, in_axes=(Pair(0, second=None),))(pair)


def mapped_by_name(pair: Pair[jax.Array, dict[str, jax.Array]]) -> jax.Array:
    axes = Pair(0, {"a": None})
    return jax.vmap(lambda each: each.first.sum() + each.second["a"].sum(), in_axes=(axes,))(pair)


def bounded(held: Held[jax.Array]) -> jax.Array:
    return jax.vmap(lambda each: each.x.sum(), in_axes=(Held(x=0),))(held)


def named(held: Held[jax.Array]) -> Held[jax.Array]:
    return Held(held.x, name=3)  # E: arg-type


x = jnp.ones((3, 59))
print(mapped(Pair(x, x)), mapped_in_call(Pair(x, x)), mapped_by_name(Pair(x, {"a": x})), bounded(Held(x)))
