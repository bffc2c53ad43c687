"""Loops and functions that work only where a named size is the number that stands beside it: three particles in space."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


def directions(x):  # type: ignore[no-untyped-def]
    return x / jnp.linalg.norm(x, axis=-1)


def right_directions(x):  # type: ignore[no-untyped-def]
    return x / jnp.linalg.norm(x, axis=-1, keepdims=True)


def pulled(x: Float[Array, "n 3"], v: Float[Array, "n 3"]) -> Float[Array, "n 3"]:
    def step(_, state):  # type: ignore[no-untyped-def]
        x, v = state
        return x + 0.1 * v, v - 0.1 * x / jnp.linalg.norm(x, axis=-1, keepdims=True)

    return jax.lax.fori_loop(0, 9, step, (x, v))[0]


def pulled_wrong(x: Float[Array, "n 3"], v: Float[Array, "n 3"]) -> Float[Array, "n 3"]:
    def step(_, state):  # type: ignore[no-untyped-def]
        x, v = state
        return x + 0.1 * v, v - 0.1 * x / jnp.linalg.norm(x, axis=-1)

    return jax.lax.fori_loop(0, 9, step, (x, v))[0]  # E: jdc-shape


def pushed(x: Float[Array, "n 3"], mass: Float[Array, " n"]) -> Float[Array, "n 3"]:
    def step(x, _):  # type: ignore[no-untyped-def]
        return x + x * mass[:, None], None

    return jax.lax.scan(step, x, None, length=4)[0]


def pushed_wrong(x: Float[Array, "n 3"], mass: Float[Array, " n"]) -> Float[Array, "n 3"]:
    def step(x, _):  # type: ignore[no-untyped-def]
        return x + x * mass, None

    return jax.lax.scan(step, x, None, length=4)[0]  # E: jdc-shape


def normed(x: Float[Array, "n 3"]) -> Float[Array, "n 3"]:
    return right_directions(x)


def normed_wrong(x: Float[Array, "n 3"]) -> Float[Array, "n 3"]:
    return directions(x)  # E: jdc-shape


def turned(x: Float[Array, "n d"]) -> Array:
    """The vectors may always have three axes."""
    turn = jnp.eye(3)

    def step(_, x):  # type: ignore[no-untyped-def]
        return x @ turn

    return jax.lax.fori_loop(0, 9, step, x)


def moved(x: Float[Array, "n d"], by: Float[Array, "3"]) -> Array:
    def step(x, _):  # type: ignore[no-untyped-def]
        return x + by, None

    return jax.lax.scan(step, x, None, length=4)[0]
