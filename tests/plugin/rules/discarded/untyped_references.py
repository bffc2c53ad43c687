"""jdc-discarded: references of Pallas, which ``at[...].set(...)`` changes."""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def kernel(x_ref, out):
    out.at[0].set(x_ref[0] * 2)


def doubled(x: jax.Array) -> jax.Array:
    return pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype))(x)


print(doubled(jnp.ones(3)))


def wrong(x: jax.Array) -> jax.Array:
    x.at[0].set(2.0)  # E: jdc-discarded
    return x
