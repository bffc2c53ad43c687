"""Tracers in functions that a program traces in some branch or turn of a loop, as the run shows them."""

import random
from functools import partial

import jax
import jax.numpy as jnp
from flax import struct


@struct.dataclass
class Memory:
    rows: jax.Array
    count: jax.Array


class Learner:
    def __init__(self, every, fast):
        self.every = every
        self.fast = fast

    @partial(jax.jit, static_argnums=0)
    def learn(self, memory, weights):
        error = jax.vmap(lambda row: jnp.sum(row * weights))(memory.rows).mean()
        kept = weights if memory.count % self.every == 0 else weights - error  # E: jdc-concrete
        return kept, error

    @partial(jax.jit, static_argnums=0)
    def learn_well(self, memory, weights):
        error = jax.vmap(lambda row: jnp.sum(row * weights))(memory.rows).mean()
        if self.fast:
            return weights - error, error
        return jnp.where(memory.count % self.every == 0, weights, weights - error), error

    @partial(jax.jit, static_argnums=0)
    def learn_somehow(self, memory, weights, unknown=None):
        error = jax.vmap(lambda row: jnp.sum(row * weights))(memory.rows).mean()
        if callable(unknown) and random.random() > 2:  # nobody knows whether this runs
            return weights if error > 0 else -weights
        return weights


def added(memory, row):
    return memory.replace(rows=jnp.roll(memory.rows, 1, axis=0).at[0].set(row), count=memory.count + 1)


def gathered(turns):
    learner = Learner(3, random.random() > 0.5)
    memory = Memory(jnp.zeros((4, 2)), jnp.array(0))
    weights = jnp.ones(2)
    for turn in range(turns):
        memory = added(memory, jnp.full(2, turn))
        if memory.count > 2:
            weights, _ = learner.learn(memory, weights)
            weights, _ = learner.learn_well(memory, weights)
            weights = learner.learn_somehow(memory, weights)
    while weights.sum() > 100:
        weights = halved(weights)
    return float(weights.sum()) if weights[0] > 0 else 0.0


@jax.jit
def halved(weights):
    total = jax.lax.map(lambda w: w * 0.5, weights).sum()
    return weights * (0.5 if total > 1 else 1.0)  # E: jdc-concrete


def maker(size, sign):
    @jax.jit
    def step(weights, x):
        return weights @ x[:size] * sign  # E: jdc-shape

    return step


def makes():
    for size in (3, 2):
        step = maker(size, 1.0)
        print(step(jnp.ones(3), jnp.ones(4)))


if __name__ == "__main__":
    gathered(5)
    makes()
