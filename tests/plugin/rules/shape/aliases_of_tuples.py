"""jdc-shape and jdc-dtype: aliases of tuples of arrays, here and in a module that uses them."""

from typing import NamedTuple, TypeAlias, TypeVar

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int

T = TypeVar("T")
State = tuple[Float[Array, "n d"], Int[Array, ""]]
Pair: TypeAlias = "tuple[Float[Array, '3'], Float[Array, '4']]"
Many = tuple[Float[Array, "3"], ...]
Tagged = tuple[str, Float[Array, "5"]]
Generic = tuple[T, Float[Array, "6"]]


class Named(NamedTuple):
    x: Float[Array, "3"]


def step(state: State) -> State:
    x, count = state
    return 0.9 * x, count + 1


def summed(state: State) -> State:
    x, count = state
    return x.sum(0), count + 1  # E: jdc-shape


def halved(state: State) -> State:
    x, count = state
    return x, count / 2  # E: jdc-dtype


def tagged(pair: Tagged) -> Float[Array, "5"]:
    name, x = pair
    return x * len(name)


def many(each: Many) -> Float[Array, "3"]:
    return sum(each, start=jnp.zeros(3))


def generic(pair: Generic[int]) -> Float[Array, "6"]:
    return pair[1] * pair[0]


def named(each: Named) -> Float[Array, "3"]:
    return each.x


step((jnp.ones((2, 3)), jnp.array(0)))
step((jnp.ones(2), jnp.array(0)))  # E: jdc-shape
step((jnp.ones((2, 3)), jnp.array(0.5)))  # E: jdc-dtype
step((jnp.ones((2, 3)), jnp.zeros(2, int)))  # E: jdc-shape
jax.lax.fori_loop(0, 3, lambda _, state: step(state), (jnp.ones((2, 3)), jnp.array(0)))
tagged(("a", jnp.ones(5)))
tagged(("a", jnp.ones(4)))  # E: jdc-shape
many((jnp.ones(3), jnp.ones(3), jnp.ones(3)))
generic((2, jnp.ones(6)))
named(Named(jnp.ones(3)))
