"""jdc-carry for loops whose function returns what a method of a plain object gives back."""

import jax
import jax.numpy as jnp


class Sampler:
    def step_with_rate(self, state, info):
        position, energy, key = state
        return (position, energy, key), energy

    def step(self, state):
        position, energy, key = state
        return position + 1, energy, key

    def run(self, key, start):
        state = (start, start.sum(), key)

        def warmup(i, state):
            return self.step_with_rate(state, i)  # E: jdc-carry

        return jax.lax.fori_loop(0, 5, warmup, state)

    def run_lambda(self, key, start):
        state = (start, start.sum(), key)
        return jax.lax.fori_loop(0, 5, lambda i, s: self.step_with_rate(s, i), state)  # E: jdc-carry

    def right(self, key, start):
        state = (start, start.sum(), key)

        def warmup(i, state):
            state, _ = self.step_with_rate(state, i)
            return state

        def moved(i, state):
            return self.step(state)

        def collected(carry, x):
            return self.step_with_rate(carry, x)

        state = jax.lax.fori_loop(0, 5, warmup, state)
        state = jax.lax.fori_loop(0, 5, moved, state)
        state, energies = jax.lax.scan(collected, state, jnp.arange(3))
        return jax.lax.scan(lambda carry, x: self.step_with_rate(carry, x), state, energies)


class Base:
    def advance(self, state):
        return state, 1.0

    def loop(self, state):
        return jax.lax.fori_loop(0, 3, lambda i, s: self.advance(s), (state, state.sum(), 0.0))


class Other(Base):
    def advance(self, state):
        return state


def outer(sampler: Sampler, state, xs):
    pairs = (1.0, 2.0, 3.0)
    wrong = jax.lax.fori_loop(0, 3, lambda i, c: sampler.step_with_rate(c, i), pairs)  # E: jdc-carry
    return wrong, jax.lax.scan(lambda c, x: sampler.step_with_rate(c, x), state, xs)
