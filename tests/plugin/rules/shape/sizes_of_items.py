"""Names of sizes in the items of a tuple that a function is given: every call fills them."""

import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Float

Pair = tuple[Float[Array, "h"], Float[Array, "h"]]


def joined(carry: tuple[Float[Array, "h"], Float[Array, "h"]]) -> Float[Array, "h"]:
    h, c = carry
    return jnp.concatenate([h, c])  # E: jdc-shape


def joined_in_a_pair(carry: Pair, x: Float[Array, "d"]) -> tuple[Pair, Float[Array, "h"]]:
    h, c = carry
    if x.sum() is None:
        return (h, c), jnp.concatenate([h, c])  # E: jdc-shape
    return (h, c), h + c


def turned(both: tuple[Float[Array, "n m"], Float[Array, "m"]]) -> Float[Array, "n m"]:
    matrix, row = both
    (matrix + row) @ row
    return (matrix * row).T  # E: jdc-shape


def added(both: tuple[Float[Array, "n"], Float[Array, "m"]]) -> Float[Array, "n"]:
    a, b = both
    return a + b  # E: jdc-shape


def outer(both: tuple[Float[Array, "n"], Float[Array, "m"]]) -> Float[Array, "n m"]:
    a, b = both
    return a[:, None] * b


def checked(both: tuple[Float[Array, "n"], Float[Array, "m"]]) -> Float[Array, "n"]:
    a, b = both
    assert a.shape == b.shape
    return a + b


def perhaps(both: tuple[Float[Array, "n"], Float[Array, "m"] | None]) -> Float[Array, "n"]:
    a, b = both
    return a if b is None else a + b


def optional(both: tuple[Float[Array, "n"], Float[Array, "m"]] | None = None) -> Float[Array, "n"]:
    if both is None:
        return jnp.zeros(3)
    a, b = both
    return a + b


def halves(both: tuple[Float[Array, "h"], Float[Array, "h"]]) -> Float[Array, "2*h"]:
    return jnp.concatenate(both)


def several(rows: tuple[Float[Array, "n"], ...], other: Float[Array, "m"]) -> Float[Array, "m"]:
    return rows[0] + other


def unrolled(xs: Float[Array, "t h"], start: Pair) -> Float[Array, "t h"]:
    def step(carry: Pair, x: Float[Array, "h"]) -> tuple[Pair, Float[Array, "h"]]:
        h, c = carry
        return (h + x, c), h

    return lax.scan(step, start, xs)[1]


zero = jnp.zeros(4)
joined((zero, zero))  # E: jdc-shape
joined_in_a_pair((zero, zero), zero)
turned((jnp.ones((4, 4)), zero))
added((zero, zero))
outer((zero, zero))
checked((zero, zero))
perhaps((zero, zero))
optional((zero, zero))
halves((zero, zero))
several((zero, zero), zero)
unrolled(jnp.ones((3, 4)), (zero, zero))
