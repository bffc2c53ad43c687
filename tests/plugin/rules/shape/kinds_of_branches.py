"""Branches and carries of other kinds of numbers, where a parameter may be of a weak type or not."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float32, Int32


def compared(x: Float32[Array, "4"], which: Int32[Array, ""]) -> Array:
    return jax.lax.switch(which, [lambda y: y * 2.0, lambda y: y > 0.0, lambda y: -y], x)  # E: jdc-dtype


def first(x: Float32[Array, "4"], is_big: Bool[Array, ""]) -> Array:
    return jax.lax.cond(is_big, lambda y: y > 0.0, lambda y: y, x)  # E: jdc-dtype


def rounded(x: Float32[Array, "4"], is_big: Bool[Array, ""]) -> Array:
    return jax.lax.cond(is_big, lambda y: y, lambda y: y.astype(jnp.int32), x)  # E: jdc-dtype


def masked(x: Float32[Array, "4"]) -> Array:
    return jax.lax.fori_loop(0, 3, lambda i, y: y > 0, x)  # E: jdc-dtype


def halved(x: Float32[Array, "4"], is_big: Bool[Array, ""]) -> Array:
    return jax.lax.cond(is_big, lambda y: y, lambda y: y / 2, x)


def counted(n: Int32[Array, ""], is_big: Bool[Array, ""]) -> Array:
    return jax.lax.cond(is_big, lambda y: y, lambda y: y + 1, n)


def filled(x: Float32[Array, ""], is_big: Bool[Array, ""]) -> Array:
    return jax.lax.cond(is_big, lambda y: y, lambda y: jnp.asarray(0.0), x)


def either(x: Float32[Array, "4"], is_big: Bool[Array, ""]) -> Array:
    return jax.lax.cond(is_big, lambda y: y > 1.0, lambda y: y < 0.0, x)


def doubled(x: Float32[Array, "4"]) -> Array:
    return jax.lax.fori_loop(0, 3, lambda i, y: y * 2 + i, x)


def grown(n: Int32[Array, ""]) -> Array:
    return jax.lax.while_loop(lambda m: m < 9, lambda m: m * 2 + True, n)


four, yes, one = jnp.ones(4, jnp.float32), jnp.array(True), jnp.array(1, jnp.int32)
print(halved(four, yes), counted(one, yes), filled(four[0], yes), either(four, yes), doubled(four), grown(one))
