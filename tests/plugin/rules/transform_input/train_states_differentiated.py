"""jdc-transform-input: flax's `TrainState` counts its steps, so no derivative takes all of it."""

from typing import Any

import jax
from flax import struct
from flax.training import train_state
from flax.training.train_state import TrainState


class Averaged(train_state.TrainState):
    average: Any = None


class Fractional(TrainState):
    step: jax.Array


@struct.dataclass
class Agent:
    actor: TrainState
    temperature: jax.Array


def loss(state: TrainState, x: jax.Array) -> jax.Array:
    return state.apply_fn(state.params, x).sum()


def loss_of_averaged(params: Any, state: Averaged) -> jax.Array:
    return state.apply_fn(params, state.average).sum()


def loss_of_agent(agent: Agent) -> jax.Array:
    return agent.temperature.sum()


def gradients(state: TrainState, averaged: Averaged, fractional: Fractional, agent: Agent, x: jax.Array) -> list[Any]:
    return [
        jax.grad(loss)(state, x),  # E: jdc-transform-input
        jax.value_and_grad(loss)(averaged, x),  # E: jdc-transform-input
        jax.jit(jax.grad(loss_of_agent))(agent),  # E: jdc-transform-input
        jax.grad(loss_of_averaged)(averaged.params, averaged),
        jax.grad(lambda params, state: loss(state.replace(params=params), x))(state.params, state),
        jax.grad(loss, argnums=1)(state, x),
        jax.grad(loss, allow_int=True)(state, x),
        jax.grad(lambda state: state.params["w"].sum())(fractional),
    ]
