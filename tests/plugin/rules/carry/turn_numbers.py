"""jdc-carry where the function of a ``fori_loop`` takes the number of the turn for the carry."""

from functools import partial

import jax
import jax.numpy as jnp


def wrong(x, key):
    def body(carry, i):
        x, key = carry  # E: jdc-carry
        return x + i, key

    return jax.lax.fori_loop(0, 5, body, (x, key))


def keywords(x, key):
    def body(state, step):
        x, (key, n) = state  # E: jdc-carry
        return x + step, (key, n)

    return jax.lax.fori_loop(lower=0, upper=5, body_fun=body, init_val=(x, (key, 1)))


def right(x, key):
    def body(i, carry):
        x, key = carry
        return x + i, key

    def bound_again(i, carry):
        i = (i, i + 1)
        first, second = i
        return carry[0] + first + second, carry[1]

    def scanned(carry, i):
        x, key = carry
        return (x + i, key), None

    def given(settings, i, carry):
        x, scale = settings
        return carry[0] + x * scale, carry[1]

    pair = jax.lax.fori_loop(0, 5, body, (x, key))
    pair = jax.lax.fori_loop(0, 5, bound_again, pair)
    pair = jax.lax.fori_loop(0, 5, partial(given, (1.0, 2.0)), pair)
    (pair, _) = jax.lax.scan(scanned, pair, jnp.arange(5))
    return pair


def host_loop(lower, upper, body, state):
    for i in range(lower, upper):
        state = body(state, i)
    return state


def elsewhere(x, key):
    def body(carry, i):
        x, key = carry
        return x + i, key

    return host_loop(0, 5, body, (x, key))
