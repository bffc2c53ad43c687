"""Masks as indices of arrays, under a name, of other masks, by an annotation."""

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Float, Int


@jax.jit
def named(x: jax.Array) -> jax.Array:
    mask = x > 0
    finite = jnp.isfinite(x)
    both = mask & finite
    total = x[mask].sum() + x[finite].sum()  # E: jdc-concrete, jdc-concrete
    total = total + x[~both].sum()  # E: jdc-concrete
    first = x[0] > 0
    return total + x[0, first].sum() + x[:, first].sum()  # E: jdc-concrete, jdc-concrete


@jax.jit
def annotated(x: Float[Array, " n"], mask: Bool[Array, " n"], chosen: Int[Array, " k"]) -> jax.Array:
    return x[chosen].sum() + x[mask].sum()  # E: jdc-concrete


@jax.jit
def right(x: jax.Array, mask: Bool[Array, " n"]) -> jax.Array:
    fixed = np.arange(3) > 1
    order = jnp.argsort(x)
    x = x.at[order].set(0.0)
    x = x.at[fixed].add(1.0)
    counts = (x > 0) + 1
    picked = jnp.where(mask, x, 0)[order]
    return x[fixed].sum() + x[order].sum() + x[counts].sum() + picked[jnp.argmax(x > 0)] + x[order[0]]


@jax.jit
def of_host(x: jax.Array) -> jax.Array:
    table = np.ones(3)
    keep = table > 0
    return x * table[keep].sum()


def eager(x: jax.Array) -> jax.Array:
    mask = x > 0
    return x[mask]


@jax.jit
def updated(x: jax.Array, mask: Bool[Array, " n"]) -> jax.Array:
    x = x.at[mask].set(0.0)  # E: jdc-concrete
    return x.at[x > 3].add(1.0)  # E: jdc-concrete
