"""How many axes a function makes sure of: ``assert x.ndim == 2`` and a shape that is unpacked."""

import jax
import jax.numpy as jnp

FLAT = 2


def asserted(x: jax.Array, y: jax.Array) -> jax.Array:
    before = x[0, 0, 0]
    assert x.ndim == FLAT and len(y.shape) == 1
    part = jax.lax.dynamic_slice_in_dim(y, start_index=2, slice_size=2, axis=1)  # E: jdc-shape
    return before + jnp.sum(x, axis=2) + x[0, 0] + part  # E: jdc-shape


def unpacked(q: jax.Array, k: jax.Array) -> jax.Array:
    batch, heads, steps, size = q.shape
    scores = jnp.einsum("btd,bsd->bts", q, k)  # E: jdc-shape
    turned = q.transpose(0, 1, 3)  # E: jdc-shape
    fine = q.transpose(0, 2, 1, 3).reshape(batch, steps, heads * size)
    return scores + turned + fine


def inside(q: jax.Array) -> jax.Array:
    assert q.ndim == 2
    return jax.vmap(lambda i: q[i, 0, 0])(jnp.arange(3))  # E: jdc-shape


def bound_again(x: jax.Array) -> jax.Array:
    assert x.ndim == 1
    x = x[None]
    return x[0, 0]


def in_a_branch(x: jax.Array, flag: bool) -> jax.Array:
    if flag:
        assert x.ndim == 1
    return x[0, 0]


def some_axes(x: jax.Array) -> jax.Array:
    first, *_ = x.shape
    assert x.ndim >= 1 or first
    return x[0, 0]


def of_another(x: jax.Array, y: jax.Array) -> jax.Array:
    rows, columns = y.shape
    return x[0, 0, 0] * rows * columns
