"""jdc-discarded for methods of parameters without annotations, which are `Any` to mypy."""

from typing import Any

import jax
import jax.numpy as jnp
from flax.training import train_state


class State(train_state.TrainState):
    """A state whose updates make new states too."""


def loss(params, batch):
    return (params["w"] * batch).sum()


@jax.jit
def train_step(state, batch):
    grads = jax.grad(loss)(state.params, batch)
    state.apply_gradients(grads=grads)  # E: jdc-discarded
    return state


def agent_step(agent, critic, rollouts):
    def value_loss(params):
        critic.replace(params=params)  # E: jdc-discarded
        return loss(critic.params, rollouts)

    def update(critic):
        return critic.apply_gradients(grads=jax.grad(value_loss)(critic.params))

    return agent, update(critic)


def reset(state, params):
    state = state.replace(step=0)
    state.replace(params=params)  # E: jdc-discarded
    state.replace("a", "b")
    state.replace(**params)
    return state


def cleaned(frame, table):
    frame = frame.replace(to_replace=0, value=1)
    frame.replace(to_replace=0, value=1, inplace=True)
    table.replace(values=3)
    path = table.replace(target="a")
    table.replace(target="b")
    return frame, path


def annotated(state: Any) -> Any:
    state.replace(step=3)
    return state.replace(step=4)


def stepped(optimizer, batch):
    optimizer.apply_gradient(grads=batch)
    optimizer.step(grads=batch)
    return train_step(optimizer, jnp.ones(3))


def test_that_it_raises_nothing(state, grads):
    state.apply_gradients(grads=grads)
