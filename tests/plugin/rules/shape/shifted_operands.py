"""Functions of arrays of which one is longer by some elements than the other, whatever the size, and `arange`."""

import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from jaxtyping import Array, Bool, Float, Int


def limited(x: Float[Array, " t"]) -> Float[Array, " t-1"]:
    return jnp.maximum(x[1:], x[:-1])


def limited_by_all(x: Float[Array, " t"]) -> Float[Array, " t"]:
    return jnp.maximum(x[1:], x)  # E: jdc-shape


def rising(x: Float[Array, " t"]) -> Float[Array, " t-1"]:
    return jnp.where(x[1:] > x[:-1], x[1:], 0.0)


def rising_from(x: Float[Array, " t"]) -> Array:
    return jnp.where(jnp.diff(x) > 0, x[2:], 0.0)  # E: jdc-shape


def energy(x: Float[Array, " t"], v: Float[Array, " t"]) -> Float[Array, ""]:
    return jnp.dot(v[1:], jnp.diff(x))


def energy_of_all(x: Float[Array, " t"], v: Float[Array, " t"]) -> Float[Array, ""]:
    return jnp.dot(v, jnp.diff(x))  # E: jdc-shape


def next_token(logits: Float[Array, "b t v"], ids: Int[Array, "b t"]) -> Float[Array, "b t-1"]:
    return optax.softmax_cross_entropy_with_integer_labels(logits[:, :-1], ids[:, 1:])


def next_token_of_all(logits: Float[Array, "b t v"], ids: Int[Array, "b t"]) -> Float[Array, "b t-1"]:
    return optax.softmax_cross_entropy_with_integer_labels(logits, ids[:, 1:])  # E: jdc-shape


def of_another(x: Float[Array, " n"], y: Float[Array, " m"]) -> Array:
    """There may be one more of one than of the other."""
    return jnp.maximum(x[1:], y)


def doubled(x: Float[Array, " n"], y: Float[Array, " m"]) -> Array:
    return jnp.maximum(jnp.tile(x, 2), y)


def doubled_itself(x: Float[Array, " n"]) -> Array:
    return jnp.maximum(jnp.tile(x, 2), x)  # E: jdc-shape


def guarded(x: Float[Array, " n"], mask: Bool[Array, " n"]) -> Array:
    if x.shape[0] == 2:
        return jnp.where(mask, x[1:], 0.0)
    return jnp.where(mask, x, 0.0)


def running_mean(x: Float[Array, "b t"]) -> Float[Array, "b t"]:
    return jnp.cumsum(x, axis=1) / jnp.arange(1, x.shape[1] + 1)


def running_mean_of_rows(x: Float[Array, "b t"]) -> Float[Array, "b t"]:
    return jnp.cumsum(x, axis=1) / jnp.arange(1, x.shape[0] + 1)  # E: jdc-shape


def running_mean_from_zero(x: Float[Array, "b t"]) -> Float[Array, "b t"]:
    return jnp.cumsum(x, axis=1) / jnp.arange(x.shape[1] + 1)  # E: jdc-shape


def later(x: Float[Array, " t"]) -> Float[Array, " t"]:
    steps = jnp.arange(2, x.shape[0])
    return x.at[2:].add(steps * x[2:])


def later_wrong(x: Float[Array, " t"]) -> Array:
    steps = jnp.arange(2, x.shape[0])
    return steps * x[1:]  # E: jdc-shape


def unbiased(x: Float[Array, "n d"]) -> Float[Array, " d"]:
    n = x.shape[0]
    centred = x - x.mean(0)
    return (centred**2).sum(0) / (n - 1)


def unbiased_rows(x: Float[Array, "n d"]) -> Float[Array, " d"]:
    n = x.shape[0]
    centred = x - x.mean(1)  # E: jdc-shape
    return (centred**2).sum(0) / (n - 1)


def halves(x: Float[Array, "n d"], y: Float[Array, "m d"]) -> Array:
    """A function that wants sizes which go together."""
    return jnp.zeros((x.shape[0] // y.shape[0], y.shape[0], x.shape[1])) + x.reshape(-1, *y.shape) + y


jax.jit(later)(jnp.ones(4))
