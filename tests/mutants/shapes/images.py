"""Convolutions and pooling over images, in objects that check their annotations."""

from typing import Annotated

import jax
import jax.numpy as jnp
import numpy as np

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Batch(jdc.EnforcedAnnotationsMixin):
    image: Annotated[jax.Array, (..., 28, 28), jnp.float32]
    label: Annotated[jax.Array, (..., 10), jnp.uint8]


data = Batch(jnp.zeros((8, 28, 28)), jnp.zeros((8, 10), jnp.uint8))
pixels = data.image.reshape(-1, 28 * 28)
kernel = jnp.ones((3, 3, 1, 16))
images = jnp.zeros((8, 28, 28, 1))
features = jax.lax.conv_general_dilated(images, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
pooled = features.reshape(8, 14, 2, 14, 2, 16).max(axis=(2, 4))
flat = pooled.reshape(8, 14 * 14 * 16)
dense = jnp.zeros((3136, 10))
bias = jnp.zeros(10)
logits = flat @ dense + bias
onehot = jax.nn.one_hot(jnp.zeros(8, jnp.int32), 10)
cross = -(onehot * jax.nn.log_softmax(logits, axis=1)).sum(axis=1)
buffer = np.zeros((8, 10))
buffer += np.ones(10)
buffer[0] = np.ones(10)
counts = np.zeros(10, np.int64)
counts += np.ones(10, np.int64)
joined = jnp.concatenate([logits, onehot], axis=0)
halves = jnp.split(joined, 2, axis=0)
top, bottom = halves
height, width = data.image.shape[1:]
state, totals = jax.lax.scan(lambda c, row: (c + row, c.sum()), jnp.zeros(10), logits)
best = jax.lax.fori_loop(0, 8, lambda i, c: jnp.maximum(c, logits[i]), jnp.zeros(10))
chosen = jax.lax.cond(True, lambda a: a * 2, lambda a: jnp.zeros(10), best)
gradient = jax.grad(lambda w: jnp.mean((flat @ w - onehot) ** 2))(dense)
assert (state + best + chosen).shape == (10,)
