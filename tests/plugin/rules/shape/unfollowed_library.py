"""Functions of optax, which mypy does not follow: it asks nobody about their calls."""

import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from jaxtyping import Array, Float, Int
from optax import l2_loss


def each(logits: Float[Array, "b c"], labels: Int[Array, "b"]) -> Float[Array, "b"]:
    return optax.softmax_cross_entropy_with_integer_labels(logits, labels)


def each_again(logits: Float[Array, "b c"], labels: Int[Array, "b"]) -> Float[Array, "b c"]:
    return optax.softmax_cross_entropy_with_integer_labels(logits, labels)  # E: jdc-shape


def of_no_labels(logits: Float[Array, "b c"]) -> Array:
    return optax.softmax_cross_entropy_with_integer_labels(logits, logits)  # E: jdc-dtype


def mean(logits: Float[Array, "b c"], labels: Float[Array, "b c"]) -> Float[Array, ""]:
    loss = optax.softmax_cross_entropy(logits, labels)
    return loss.mean()


def no_mean(logits: Float[Array, "b c"], labels: Float[Array, "b c"]) -> Float[Array, ""]:
    logits = jnp.sin(logits)
    loss = optax.softmax_cross_entropy(logits, labels)
    return loss  # E: jdc-shape


def of_two_lengths() -> Array:
    return l2_loss(jnp.zeros(3), jnp.zeros(4))  # E: jdc-shape


def of_one_length() -> Float[Array, "3"]:
    return l2_loss(jnp.zeros(3), jnp.zeros(3))


def caught(x: Float[Array, "3"]) -> Array | None:
    try:
        return l2_loss(x, jnp.zeros(4))
    except (AssertionError, ValueError):
        return None


def guarded(x: Array, y: Array) -> Array:
    if x.shape == y.shape:
        return optax.huber_loss(x, y)
    return optax.huber_loss(jnp.broadcast_to(x, y.shape), y)


def gradient(x: Float[Array, "3"]) -> Float[Array, "3"]:
    return jax.grad(lambda w: optax.huber_loss(w, jnp.zeros(3)).sum())(x)


class optax_like:
    @staticmethod
    def l2_loss(x: Array, y: Array) -> Array:
        return x


optax_like.l2_loss(jnp.zeros(3), jnp.zeros(4))
