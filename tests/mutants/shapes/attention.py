"""Attention over a batch of sequences, without annotations."""

import jax
import jax.numpy as jnp

key = jax.random.key(0)
kq, kk, kv = jax.random.split(key, 3)
batch, length, heads, width = 2, 5, 4, 8
tokens = jnp.ones((batch, length, 32))
params = {
    "q": jax.random.normal(kq, (32, 32)),
    "k": jax.random.normal(kk, (32, 32)),
    "v": jax.random.normal(kv, (32, 32)),
    "out": jnp.zeros((32, 32)),
}


def split(x):
    return x.reshape(2, 5, 4, 8)


q = split(tokens @ params["q"])
k = split(tokens @ params["k"])
v = split(tokens @ params["v"])
scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / jnp.sqrt(8.0)
mask = jnp.tril(jnp.ones((length, length)))
masked = jnp.where(mask > 0, scores, -jnp.inf)
weights = jax.nn.softmax(masked, axis=-1)
mixed = jnp.einsum("bhqk,bkhd->bqhd", weights, v)
merged = mixed.reshape(batch, length, 32)
out = merged @ params["out"]
residual = tokens + out
mean = residual.mean(axis=-1, keepdims=True)
scale = jnp.ones(32)
normed = (residual - mean) * scale
logits = normed @ jnp.zeros((32, 100))
targets = jnp.zeros((batch, length), jnp.int32)
picked = jnp.take_along_axis(jax.nn.log_softmax(logits), targets[..., None], axis=-1)
assert picked.squeeze(axis=-1).shape == (batch, length)
