"""Functions whose annotations a call contradicts: their results are unknown, and the call itself is what is reported."""

from typing import Any

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

transitions = jnp.ones((3, 3))


def predict(
    state: Float[Array, "num states"], matrix: Float[Array, "num states num states"]
) -> Float[Array, "num states"]:
    return matrix.T @ state  # E: jdc-shape


def total(points: Float[Array, "n 3"]) -> Float[Array, "n"]:
    return points.sum(-1)


def first(rows: Float[Array, "n 3"]) -> Float[Array, "3"]:
    return rows[0]


def unpaired(one: Float[Array, "n"], other: Float[Array, "n"]) -> Float[Array, "n"]:
    return jnp.outer(one, other).sum(0)


def chosen(at: Any) -> Float[Array, "states states"]:
    return transitions if at is None else transitions * at


def normal(state: Any) -> Any:
    if state.dtype == jnp.int32:
        return state
    return state / state.sum()


def scanned() -> Any:
    def step(carry: Any, t: Any) -> Any:
        count, state = carry
        following = predict(normal(state), chosen(t))  # E: jdc-shape
        return (count + 1, following), state

    return jax.lax.scan(step, (0, jnp.ones(3)), jnp.arange(4))


def used() -> Float[Array, "2 4"]:
    sums = total(jnp.ones((2, 4, 3)))  # E: jdc-shape
    return sums + jnp.ones((2, 4))


def stacked() -> Any:
    rows = first(jnp.ones((2, 5, 3)))  # E: jdc-shape
    return jnp.stack([rows, jnp.ones((5, 3))])


def named() -> Any:
    result = unpaired(jnp.ones(2), jnp.ones(4))  # E: jdc-shape
    return result @ jnp.ones(4)


def followed(points: Float[Array, "5 3"]) -> Any:
    return total(points) + jnp.ones(4)  # E: jdc-shape


assert scanned()[1].shape == (4, 3)
assert used().shape == (2, 4)
assert stacked().shape == (2, 5, 3)
assert named() == 8.0
