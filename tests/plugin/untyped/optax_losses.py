"""Losses of optax, which give a number for each example."""

import jax
import jax.numpy as jnp
import optax
from jaxtyping import Array, Float, Int


def logits_of(params: dict[str, Array], x: Array) -> Array:
    return x @ params["w"]


def without_mean(params: dict[str, Array], x: Float[Array, "b d"], y: Int[Array, "b"]) -> Float[Array, ""]:
    logits = logits_of(params, x)
    return optax.softmax_cross_entropy_with_integer_labels(logits, y)  # E: jdc-shape


def mean(params: dict[str, Array], x: Float[Array, "b d"], y: Int[Array, "b"]) -> Float[Array, ""]:
    logits = logits_of(params, x)
    return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()


def each(logits: Float[Array, "b c"], y: Float[Array, "b c"]) -> Float[Array, "b"]:
    return optax.sigmoid_binary_cross_entropy(logits, y)  # E: jdc-shape


def each_row(logits: Float[Array, "b c"], y: Float[Array, "b c"]) -> Float[Array, "b"]:
    return optax.softmax_cross_entropy(logits, y)


optax.squared_error(jnp.zeros(3), jnp.zeros((3, 1)))  # E: jdc-shape
optax.squared_error(jnp.arange(3), jnp.zeros(3))  # E: jdc-dtype
optax.squared_error(jnp.zeros(3), jnp.zeros(3)) + jnp.zeros(4)  # E: jdc-shape
optax.softmax_cross_entropy(jnp.zeros((3, 4)), jnp.zeros((3, 4))) + jnp.zeros(4)  # E: jdc-shape
optax.losses.squared_error(jnp.zeros(3)) + jnp.zeros(3)
jax.grad(lambda w: optax.squared_error(w, jnp.zeros(3)))(jnp.zeros(3))  # E: jdc-shape
jax.grad(lambda w: optax.squared_error(w, jnp.zeros(3)).sum())(jnp.zeros(3))
optax.adam(1e-3).init(jnp.zeros(3))
