"""An annotation that cannot be read changes nothing for the rest of its module."""

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


def wrong(x: Float[Array, "n, 3"]) -> Float[Array, "n"]:  # E: jdc-annotation
    return x[:, 0]


class Wrong(eqx.Module):
    x: Float[Array, "n, 3"]  # E: jdc-annotation


def filled(size: int = -1) -> jax.Array:
    if size < 0:
        size = 3
    return jnp.ones(size)


def shortened(x: jax.Array, size: int) -> jax.Array:
    while size > 3:
        size = size - 1
    return x + jnp.ones(size)


def squared(size: int) -> jax.Array:
    return jnp.ones((size, size)) @ jnp.ones(3)


assert (filled() + filled(-1)).shape == (3,)
assert shortened(jnp.ones(3), 8).shape == (3,)
squared(4)  # E: jdc-shape
