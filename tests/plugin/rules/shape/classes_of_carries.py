"""Dtypes that an annotation gives by a class, in loops and branches: a ``Float`` is no ``int32``."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, Int, Num


def counted_in_floats(weights: Float[Array, "t"]) -> jax.Array:
    zero = jnp.array(0, jnp.int32)
    return jax.lax.scan(lambda count, weight: (count + weight, None), zero, weights)[0]  # E: jdc-dtype


def summed(weights: Float[Array, "t"], rate: float) -> jax.Array:
    def step(total: jax.Array, weight: Float[Array, ""]) -> tuple[jax.Array, None]:
        return weight + rate * total, None

    return jax.lax.scan(step, jnp.zeros((), jnp.int32), weights)[0]  # E: jdc-dtype


def compared(first: Float[Array, ""], weights: Float[Array, "t"]) -> jax.Array:
    return jax.lax.scan(lambda most, weight: (weight > most, None), first, weights)[0]  # E: jdc-dtype


def mask_or_values(is_mask: Bool[Array, ""], values: Float[Array, "n"]) -> jax.Array:
    return jax.lax.cond(is_mask, lambda x: x > 0, lambda x: x, values)  # E: jdc-dtype


def values_or_zeros(is_known: Bool[Array, ""], values: Float[Array, "n"]) -> jax.Array:
    return jax.lax.cond(is_known, lambda: values, lambda: jnp.zeros(values.shape, jnp.int32))  # E: jdc-dtype


def counted_from_a_number(weights: Float[Array, "t"]) -> jax.Array:
    return jax.lax.scan(lambda count, weight: (count + weight, None), 0, weights)[0]


def halved(counts: Int[Array, "t"]) -> jax.Array:
    return jax.lax.fori_loop(0, 3, lambda _, x: x / 2, counts)  # right for counts with a weak type


def doubled(is_double: Bool[Array, ""], values: Num[Array, "n"]) -> jax.Array:
    return jax.lax.cond(is_double, lambda x: x * 2, lambda x: x, values)


def known_zeros(is_known: Bool[Array, ""], values: Float[Array, "n"]) -> jax.Array:
    return jax.lax.cond(is_known, lambda: values, lambda: jnp.zeros(values.shape))


def either(is_first: Bool[Array, ""], first: Float[Array, "n"], other: Int[Array, "n"]) -> jax.Array:
    return jax.lax.cond(is_first, lambda: first, lambda: other * 1.0)
