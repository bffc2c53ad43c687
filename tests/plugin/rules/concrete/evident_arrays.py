"""jdc-concrete for parameters that ``if`` asks as they are, and that the function calculates with."""

import jax
import jax.numpy as jnp


def advantages(last_value, last_done, steps):
    def step(carry, transition):
        total, value, done = carry
        if not done:  # E: jdc-concrete
            total = total + value
        total = total * (1 - done)
        return (total, transition, done), total

    return jax.lax.scan(step, (last_value, last_value, last_done), steps)


@jax.jit
def chosen(x, mask):
    kept = jnp.where(mask, x, 0)
    return kept if mask else x  # E: jdc-concrete


@jax.jit
def in_while(n, x):
    while n:  # E: jdc-concrete
        x = x + 1
    return x, -n


@jax.jit
def maybe_none(x, mask):
    if mask:
        x = jnp.where(mask, x, 0)
    return x


@jax.jit
def left_early(x, mask):
    if not mask:
        return x
    return jnp.where(mask, x, 0)


@jax.jit
def told_apart(x, mask):
    kept = x if mask is None else 1 - mask
    return kept if mask else -kept


@jax.jit
def bound_again(x, names):
    if names:
        x = x + 1
    names = jnp.ones(3)
    return x, 1 - names


@jax.jit
def of_trees(x, layers):
    if layers:
        x = x + 1
    return x, layers
