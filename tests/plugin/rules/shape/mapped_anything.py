"""Methods in a module that maps functions over objects of which the source does not show the class."""

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


class Expert(eqx.Module):
    gate: Float[Array, " inputs"]
    weights: Float[Array, "outputs inputs"]

    def gates(self) -> Float[Array, " inputs"]:
        return self.gate @ self.weights.mean(2)


def apply(experts, x):  # type: ignore[no-untyped-def]
    return jax.vmap(lambda expert: expert.weights @ x)(experts)


KEYS = jax.random.split(jax.random.key(0), 5)
many = eqx.filter_vmap(lambda key: Expert(jnp.ones(3), jax.random.normal(key, (4, 3))))(KEYS)


def scaled(x: Float[Array, "n 3"], by: Float[Array, " n"]) -> Array:
    return x * by  # E: jdc-shape
