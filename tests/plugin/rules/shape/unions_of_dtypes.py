"""jdc-dtype: annotations that take arrays of one shape and of several dtypes."""

import jax.numpy as jnp
from jaxtyping import Array, Bool, Complex, Float, Float32, Float64, Int, Num, Shaped, UInt


def doubled(x: Float[Array, "3"] | Int[Array, "3"]) -> Num[Array, "3"]:
    return x * 2


def masked(x: Float[Array, "3"] | Complex[Array, "3"]) -> Shaped[Array, "3"]:
    return x * 1j


def counted(x: Int[Array, "n"] | UInt[Array, "n"]) -> Shaped[Array, "n"]:
    return x & 1


def precise(x: Float32[Array, "n"] | Float64[Array, "n"]) -> Float[Array, "n"]:
    return x / 2


def flags(x: Bool[Array, "n"] | Int[Array, "n"]) -> Int[Array, "n"]:
    return x + 1


def any_of(x: Shaped[Array, "n"] | Int[Array, "n"]) -> Shaped[Array, "n"]:
    return x


doubled(jnp.arange(3))
doubled(jnp.ones(3))
doubled(jnp.ones(3, jnp.uint8))
doubled(jnp.ones(3, jnp.bfloat16))
doubled(jnp.ones(3, bool))  # E: jdc-dtype
doubled(jnp.ones(3) > 0)  # E: jdc-dtype
doubled(jnp.ones(3, jnp.complex64))  # E: jdc-dtype
masked(jnp.ones(3, int))  # E: jdc-dtype
counted(jnp.arange(3))
counted(jnp.arange(3, dtype=jnp.uint32))
counted(jnp.arange(3.0))  # E: jdc-dtype
precise(jnp.ones(3))
precise(jnp.arange(3))  # E: jdc-dtype
flags(jnp.ones(3, bool))
flags(jnp.arange(3))
any_of(jnp.ones(3, bool))
