"""Operations that raise for every ``*batch`` with axes: a function promises to work for all of them."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float


def softmax_of_rows(logits: Float[Array, "*rows k"]) -> Float[Array, "*rows k"]:
    powers = jnp.exp(logits - logits.max(-1, keepdims=True))
    return powers / powers.sum(axis=-1)  # E: jdc-shape


def centred(points: Float[Array, "*cloud 2"]) -> jax.Array:
    middle = jnp.mean(points, axis=-1)
    return points - 2 * middle  # E: jdc-shape


def turned(turn: Float[Array, "*frames 3 3"], arrow: Float[Array, "*frames 3"]) -> jax.Array:
    return jnp.matmul(turn, arrow)  # E: jdc-shape


def masked(points: Float[Array, "*b 3"], keep: Bool[Array, "*b"]) -> jax.Array:
    return jnp.where(keep, points, 0.0)  # E: jdc-shape


def filled(points: Float[Array, "*b 3"]) -> jax.Array:
    lengths = jnp.ones(points.shape[:-1])
    return points * lengths  # E: jdc-shape


def gram(rows: Float[Array, "*b n 4"]) -> jax.Array:
    return rows @ rows.T  # E: jdc-shape


def with_one(points: Float[Array, "*b 3"]) -> jax.Array:
    return jnp.append(points, jnp.ones(1), axis=-1)  # E: jdc-shape


def joined(points: Float[Array, "*b 3"]) -> jax.Array:
    return jnp.concatenate([points, jnp.ones((1,))], axis=-1)  # E: jdc-shape


def softmax_of_any_rows(logits: Float[Array, "*rows k"]) -> Float[Array, "*rows k"]:
    powers = jnp.exp(logits - logits.max(-1, keepdims=True))
    return powers / powers.sum(axis=-1)[..., None]


def turned_rows(turn: Float[Array, "*frames 3 3"], arrow: Float[Array, "*frames 3"]) -> jax.Array:
    return jnp.einsum("...ij,...j->...i", turn, arrow) + (turn @ arrow[..., None]).squeeze(-1)


def weighed_by_axis(points: Float[Array, "*b"], weights: Float[Array, "3"]) -> jax.Array:
    return points * weights  # right for batches of three rows, and nothing tells that there are others


def broadcast_to_one(points: Float[Array, "*some n"], others: Float[Array, "*more m"]) -> jax.Array:
    return points.sum(-1) * others.sum(-1)  # two batches that go together by NumPy's rules


def of_two_named(points: Float[Array, "*b 3"], weights: Float[Array, "*c"]) -> jax.Array:
    return points * weights


def with_smaller_batch(points: Float[Array, "*b 3"], scale: Float[Array, "*#b"]) -> jax.Array:
    return points * scale


def of_one_image(pixels: Float[Array, "*b h w c"]) -> jax.Array:
    return jax.image.resize(pixels, (pixels.shape[0], 8, 8, pixels.shape[-1]), "nearest")


def with_two_axes(tokens: Float[Array, "*b c"], weights: Float[Array, "c d"]) -> jax.Array:
    return jnp.einsum("btc,cd->btd", tokens, weights)


def asked_first(points: Float[Array, "*b 3"]) -> jax.Array:
    if points.ndim == 1:
        return points / jnp.linalg.norm(points, axis=-1)
    return points / jnp.linalg.norm(points, axis=-1, keepdims=True)


def refused(points: Float[Array, "*b 3"]) -> jax.Array:
    assert points.ndim == 1
    return points / jnp.linalg.norm(points, axis=-1)


def of_unnamed_axes(points: Float[Array, "... 3"]) -> jax.Array:
    return points / jnp.linalg.norm(points, axis=-1)  # E: jdc-shape


def of_two_unnamed(points: Float[Array, "... 3"], weights: Float[Array, "..."]) -> jax.Array:
    return points * weights  # weights of three are some axes too


def of_trailing_axes(points: Float[Array, "3 ..."]) -> jax.Array:
    return points - points.mean(axis=0)


@jax.vmap
def of_rows(points: Float[Array, "*b 3"]) -> jax.Array:
    return points / jnp.linalg.norm(points, axis=-1, keepdims=True)


def perhaps_given(points: Float[Array, "*b 3"] | None = None) -> jax.Array:
    return jnp.zeros(3) if points is None else points / jnp.linalg.norm(points, axis=-1)


def told_once(left: Float[Array, "n m"], right: Float[Array, "k m"]) -> Float[Array, "n k"]:
    product = left @ right  # E: jdc-shape
    return product
