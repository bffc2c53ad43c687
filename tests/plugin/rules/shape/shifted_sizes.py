"""Operations on arrays of which one is longer by some elements than the other, whatever the size."""

import jax.numpy as jnp
from jaxtyping import Array, Float


def advantages(rewards: Float[Array, "t"], values: Float[Array, "t+1"]) -> Float[Array, "t"]:
    return rewards + values[1:] - values[:-1]


def not_shortened(rewards: Float[Array, "t"], values: Float[Array, "t+1"]) -> Float[Array, "t"]:
    return rewards + 0.99 * values - values[:-1]  # E: jdc-shape


def midpoints(x: Float[Array, "n d"]) -> Float[Array, "n-1 d"]:
    return (x[1:] + x[:-1]) / 2


def slopes(x: Float[Array, "n"], y: Float[Array, "n"]) -> Float[Array, "n-1"]:
    return jnp.diff(y) / jnp.diff(x)


def steps(x: Float[Array, "n"]) -> Float[Array, "n"]:
    return jnp.diff(x) * x  # E: jdc-shape


def padded(x: Float[Array, "n"]) -> Float[Array, "n"]:
    return jnp.diff(x, append=x[-1:]) * x


def rows(x: Float[Array, "n"]) -> Float[Array, "n-1 n"]:
    return x[1:, None] * x


def first(x: Float[Array, "n"], one: Float[Array, "1"]) -> Float[Array, "n"]:
    return x * one


def guarded(x: Float[Array, "n"]) -> Float[Array, "n-1"]:
    assert x.shape == (1,)
    return x[1:] * x


def inner_laplacian(u: Float[Array, "h w"]) -> Float[Array, "h-2 w-2"]:
    rows = u[2:, 1:-1] + u[:-2, 1:-1]
    return rows + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1]


def uneven_laplacian(u: Float[Array, "h w"]) -> Float[Array, "h-2 w-2"]:
    columns = u[1:-1, 2:] + u[1:-1, :-1]  # E: jdc-shape
    return columns - 2 * u[1:-1, 1:-1]


def lagged(x: Float[Array, "t"]) -> Array:
    return x[3:] - 2 * x[1:-2] + x[:-3]


def lagged_by_one_less(x: Float[Array, "t"]) -> Array:
    return x[3:] - 2 * x[1:-1]  # E: jdc-shape


def second_differences(x: Float[Array, "t"]) -> Float[Array, "t-2"]:
    return jnp.diff(jnp.diff(x))


def padded_again(x: Float[Array, "t"]) -> Float[Array, "t"]:
    return jnp.pad(x[1:-1], 1) * x


def padded_on_one_side(x: Float[Array, "t"]) -> Float[Array, "t"]:
    return jnp.pad(x[1:-1], (0, 1)) * x  # E: jdc-shape


def returned_inside(x: Float[Array, "t"]) -> Float[Array, "t-1"]:
    return x[1:-1]  # E: jdc-shape


def centred(x: Float[Array, "t"], size: Float[Array, "t-2"]) -> Float[Array, "t-2"]:
    return x[1:-1] / size
