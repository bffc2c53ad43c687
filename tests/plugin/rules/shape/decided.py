"""The value that decides in ``cond``, ``switch`` and ``while_loop`` is one number."""

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Bool, Float, Int


def by_one(flag: Bool[Array, ""], x: Float[Array, "n"]) -> Float[Array, "n"]:
    return lax.cond(flag, lambda v: v, lambda v: -v, x)


def by_many(x: Float[Array, "n"]) -> Float[Array, "n"]:
    return lax.cond(x > 0, lambda v: v, lambda v: -v, x)  # E: jdc-shape


def by_all(x: Float[Array, "n"]) -> Float[Array, "n"]:
    return lax.cond((x > 0).all(), lambda v: v, lambda v: -v, x)


def by_rows(flags: Bool[Array, "n"], x: Float[Array, "n"]) -> Float[Array, "n"]:
    return jax.vmap(lambda flag, v: lax.cond(flag, lambda w: w, lambda w: -w, v))(flags, x)


def by_one_row(x: Float[Array, "3"]) -> Float[Array, "3"]:
    return lax.cond(jnp.array([True]), lambda v: v, lambda v: -v, x)  # E: jdc-shape


def by_python(flag: bool, x: Float[Array, "3"]) -> Float[Array, "3"]:
    return lax.cond(flag, lambda v: v, lambda v: -v, x)


def by_index(i: Int[Array, ""], x: Float[Array, "3"]) -> Float[Array, "3"]:
    return lax.switch(i, [lambda v: v, lambda v: -v], x)


def by_indices(i: Int[Array, "3"], x: Float[Array, "3"]) -> Float[Array, "3"]:
    return lax.switch(i, [lambda v: v, lambda v: -v], x)  # E: jdc-shape


def while_some(x: Float[Array, "3"]) -> Float[Array, "3"]:
    return lax.while_loop(lambda v: v < 3, lambda v: v + 1, x)  # E: jdc-shape


def while_all(x: Float[Array, "3"]) -> Float[Array, "3"]:
    return lax.while_loop(lambda v: (v < 3).all(), lambda v: v + 1, x)


def of_number(x: Float[Array, ""]) -> Float[Array, ""]:
    return lax.while_loop(lambda v: v < 3, lambda v: v + 1, x)
