"""jdc-carry where a scan's function returns the first item of its carry alone: ``return gae, value``."""

import jax
import jax.numpy as jnp
from jax import Array


def wrong(transitions, last: Array) -> Array:
    def advance(carry, transition):
        gae, value = carry
        delta = transition.reward + 0.9 * value * (1 - transition.done) - transition.value
        gae = delta + 0.8 * (1 - transition.done) * gae
        return gae, transition.value  # E: jdc-carry

    _, advantages = jax.lax.scan(advance, (jnp.zeros_like(last), last), transitions, reverse=True)
    return advantages


def right(transitions, last: Array) -> Array:
    def advance(carry, transition):
        gae, value = carry
        delta = transition.reward + 0.9 * value * (1 - transition.done) - transition.value
        gae = delta + 0.8 * (1 - transition.done) * gae
        return (gae, transition.value), gae

    _, advantages = jax.lax.scan(advance, (jnp.zeros_like(last), last), transitions, reverse=True)
    return advantages


def single(transitions, last: Array) -> Array:
    def advance(gae, transition):
        gae = transition.reward - 0.8 * (1 - transition.done) * gae
        return gae, transition.value

    _, values = jax.lax.scan(advance, jnp.zeros_like(last), transitions)
    return values


def tuples(transitions, last: Array):
    def advance(carry, transition):
        carry = carry[:1] + carry[1:]
        return carry, transition.value

    def repeated(carry, transition):
        carry = 1 * carry
        return carry, transition.value

    start = (jnp.zeros_like(last), last)
    return jax.lax.scan(advance, start, transitions), jax.lax.scan(repeated, start, transitions)
