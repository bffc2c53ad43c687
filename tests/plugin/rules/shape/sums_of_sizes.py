"""Sizes that operations calculate of those with a name: ``n-1``, ``n+m``, ``2*n``."""

import jax.numpy as jnp
from jaxtyping import Array, Float


def steps(x: Float[Array, " n"]) -> Float[Array, " n"]:
    return x[1:] - x[:-1]  # E: jdc-shape


def steps_of_rows(x: Float[Array, "n d"]) -> Float[Array, "n d"]:
    return jnp.diff(x, axis=0)  # E: jdc-shape


def sums(x: Float[Array, " n"]) -> Float[Array, " n"]:
    return jnp.concatenate([jnp.zeros(1), jnp.cumsum(x)])  # E: jdc-shape


def waves(x: Float[Array, "n d"]) -> Float[Array, "n 2*d"]:
    return jnp.concatenate([jnp.sin(x), jnp.cos(x)])  # E: jdc-shape


def both(x: Float[Array, "n d"], y: Float[Array, "m d"]) -> Float[Array, "n d"]:
    return jnp.concatenate([x, y])  # E: jdc-shape


def padded(x: Float[Array, " n"]) -> Float[Array, "n+1"]:
    return jnp.pad(x, 1)  # E: jdc-shape


def inner(x: Float[Array, " n"], y: Float[Array, " n"]) -> Float[Array, ""]:
    return x[1:] @ y  # E: jdc-shape


def lagged(x: Float[Array, "n d"]) -> Array:
    return jnp.concatenate([x[1:], x], axis=1)  # E: jdc-shape


# Shapes that fit, that broadcast where a size is small, and that the source does not tell.


def right_steps(x: Float[Array, " n"]) -> Float[Array, "n-1"]:
    return x[1:] - x[:-1]


def right_sums(x: Float[Array, " n"]) -> Float[Array, "n+1"]:
    return jnp.concatenate([jnp.zeros(1), jnp.cumsum(x)])


def right_waves(x: Float[Array, "n d"]) -> Float[Array, "n 2*d"]:
    return jnp.concatenate([jnp.sin(x), jnp.cos(x)], axis=-1)


def right_both(x: Float[Array, "n d"], y: Float[Array, "m d"]) -> Float[Array, "n+m d"]:
    return jnp.concatenate([x, y])


def right_twice(x: Float[Array, "n d"]) -> Float[Array, "2*n d"]:
    return jnp.concatenate([x, x])


def padded_again(x: Float[Array, "n+2"]) -> Float[Array, "n+2"]:
    return jnp.pad(x[1:-1], 1, mode="edge")


def interior(x: Float[Array, "n m"]) -> Float[Array, "k m"]:
    return x[1:-1]


def first(x: Float[Array, " n"], count: int) -> Float[Array, " count"]:
    return x[:count] + x[:5].sum() + x[-3:].mean()


def one_step(x: Float[Array, " n"], y: Float[Array, " n"]) -> Array:
    return x[1:] * y  # E: jdc-shape


def lag(x: Float[Array, " n"]) -> Float[Array, ""]:
    return x[1:] @ x[:-1]


def differences(x: Float[Array, " n"]) -> Float[Array, " n"]:
    return jnp.diff(x, prepend=x[:1]) + jnp.concatenate([x[:1], x[1:] - x[:-1]])


def flat(x: Float[Array, "n 2"]) -> Float[Array, "2*n"]:
    return x.reshape(-1) + jnp.ravel(x)
