"""Functions that name what Python itself names, as another module follows them."""

import jax
import jax.numpy as jnp


def counted(xs):
    def step(count, x):
        return count + x, count

    return jax.lax.scan(step, jnp.zeros(3, int), xs)


def summed(x, keep=True, axis=None):
    total = x.sum(axis=axis, keepdims=keep)
    return total if keep else total[None]


def masked(x, mask=None):
    if mask is None:
        mask = jnp.ones(x.shape[0], bool)
    return x[mask[:, None] & True].sum() if x.ndim == 2 else jnp.where(mask, x, 0)


def stepped(state, grads):
    return state.apply_gradients(grads=grads, opt_state=None)


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
