"""Functions that make arrays of the shape of another one, which is any shape."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Key


def sampled(key: Key[Array, ""], mean: Float[Array, "b d"], std: Float[Array, "b d"]) -> Float[Array, "b d"]:
    return mean + std * jax.random.normal(key, mean.shape)


def sampled_turned(key: Key[Array, ""], mean: Float[Array, "b d"], std: Float[Array, "b d"]) -> Float[Array, "b d"]:
    return mean + std * jax.random.normal(key, mean.T.shape)  # E: jdc-shape


def masked(key: Key[Array, ""], x: Float[Array, "b t d"], w: Float[Array, "t e"]) -> Array:
    keep = jax.random.bernoulli(key, 0.9, x.shape)
    return jnp.where(keep, x, 0.0) @ w  # E: jdc-shape


def same_shape(x: Float[Array, "n m"], y: Float[Array, "m k"]) -> Array:
    if x.shape == y.shape:
        return x + y
    return x @ y
