"""Functions of which a Jacobian is taken, and that raise for what they are given."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


def forward(weights: Float[Array, "3 5"]) -> Array:
    return jax.jacfwd(lambda x: weights @ x)(jnp.zeros(3))  # E: jdc-shape


def backward(weights: Float[Array, "3 5"]) -> Array:
    return jax.jacrev(lambda x: weights @ x)(jnp.zeros(3))  # E: jdc-shape


def curved(weights: Float[Array, "3 5"]) -> Array:
    return jax.hessian(lambda x: (weights @ x).sum())(jnp.zeros(3))  # E: jdc-shape


def compiled(weights: Float[Array, "3 5"]) -> Array:
    return jax.jit(jax.jacfwd(lambda x: weights @ x))(jnp.zeros(3))  # E: jdc-shape


def second(weights: Float[Array, "3 5"]) -> Array:
    return jax.jacrev(lambda w, x: w @ x, argnums=1)(weights, jnp.zeros(3))  # E: jdc-shape


def right(weights: Float[Array, "3 5"]) -> Float[Array, "3 5"]:
    return jax.jacfwd(lambda x: weights @ x)(jnp.zeros(5))


def of_other(weights: Float[Array, "3 5"]) -> Float[Array, "5 3"]:
    return jax.jacrev(lambda x: x @ weights)(jnp.zeros(3))
