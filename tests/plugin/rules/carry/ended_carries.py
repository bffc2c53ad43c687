"""jdc-carry for what a loop inside the function gives back, which is the tree that the inner loop begins with."""

import jax
import jax.numpy as jnp
from flax.training.train_state import TrainState


@jax.jit
def update(agent: TrainState, batches, key):
    def epoch(carry, _):
        agent, key = carry
        key, _ = jax.random.split(key)

        def batch(agent, grads):
            return agent.apply_gradients(grads=grads), jnp.zeros(())

        agent, losses = jax.lax.scan(batch, agent, batches)
        return agent, losses  # E: jdc-carry

    return jax.lax.scan(epoch, (agent, key), (), length=3)


@jax.jit
def turned_round(agent: TrainState, batches, key: jax.Array):
    def epoch(carry, _):
        agent, key = carry
        agent, losses = jax.lax.scan(lambda a, g: (a.apply_gradients(grads=g), 1.0), agent, batches)
        return (key, agent), losses  # E: jdc-carry

    return jax.lax.scan(epoch, (agent, key), (), length=3)


@jax.jit
def kept(agent: TrainState, batches, key: jax.Array):
    def epoch(carry, _):
        agent, key = carry
        agent, losses = jax.lax.scan(lambda a, g: (a.apply_gradients(grads=g), 1.0), agent, batches)
        agent = jax.lax.fori_loop(0, 3, lambda _, a: a, agent)
        return (agent, key), losses

    return jax.lax.scan(epoch, (agent, key), (), length=3)
