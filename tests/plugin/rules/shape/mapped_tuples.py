"""Named tuples in a module that maps over them: objects have axes in front then."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


class Params(NamedTuple):
    w: Float[Array, "3 4"]
    b: Float[Array, "4"]


def apply(params: Params, x: Float[Array, "3"]) -> Float[Array, "4"]:
    return x @ params.w + params.b


many = Params(jnp.zeros((7, 3, 4)), jnp.zeros((7, 4)))
jax.vmap(apply, in_axes=(0, None))(many, jnp.zeros(3))
Params(jnp.zeros((7, 3, 5)), jnp.zeros((7, 4)))  # E: jdc-shape
