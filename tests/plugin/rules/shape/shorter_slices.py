"""Slices that leave out several elements of an axis with a named size: ``x[2:]`` of an ``"n"``."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


def diffused(heat: Float[Array, "rows columns"], rate: float) -> Float[Array, "rows columns"]:
    inside = heat[2:, 1:-1] + heat[:-2, 1:-1] - 2 * heat[1:-1, 1:-1]
    return heat + rate * inside  # E: jdc-shape


def smoothed(signal: Float[Array, "time"]) -> Float[Array, "time"]:
    return (signal[3:] + signal[:-3]) / 2  # E: jdc-shape


def diffused_inside(heat: Float[Array, "n n"], rate: float) -> Float[Array, "n n"]:
    inside = heat[2:, 1:-1] + heat[:-2, 1:-1] + heat[1:-1, 2:] + heat[1:-1, :-2] - 4 * heat[1:-1, 1:-1]
    return heat.at[1:-1, 1:-1].add(rate * inside)


def padded(heat: Float[Array, "n n"]) -> Float[Array, "n n"]:
    return jnp.pad(heat[2:, 1:-1] + heat[:-2, 1:-1], 1)


def with_ends(signal: Float[Array, "n"]) -> Float[Array, "n"]:
    return jnp.concatenate([jnp.zeros(1), signal[1:-1], jnp.zeros(1)])


def bent(signal: Float[Array, "n"]) -> Float[Array, "n-2"]:
    return signal[1:-1] + signal[2:] + jnp.diff(signal, n=2)


def twice(signal: Float[Array, "n"]) -> Float[Array, "n-3"]:
    return signal[2:][1:]


def windowed(signal: Float[Array, "n"], window: Float[Array, "3"]) -> jax.Array:
    return jnp.convolve(signal, window, mode="valid") * signal[2:]


def of_two_names(signal: Float[Array, "n"], shorter: Float[Array, "m"]) -> jax.Array:
    return signal[2:] * shorter  # right where ``m`` is two less, as may be meant


def inside_of(signal: Float[Array, "n d"]) -> jax.Array:
    return signal[4:] @ signal.T[:, 4:] + jnp.eye(signal.shape[0] - 4)
