"""Lambdas that other libraries of JAX are given are no callbacks with a mutable copy."""

from typing import Any

import jax
from flax import nnx
from flax.training.train_state import TrainState


class Critic(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.linear = nnx.Linear(3, 1, rngs=rngs)


def train(model: Critic, opt: nnx.Optimizer[Critic], x: jax.Array) -> None:
    grads = nnx.grad(lambda each: each.linear(x).sum())(model)
    opt.update(model, grads)


def update(state: TrainState, grads: Any) -> TrainState:
    new = state.apply_gradients(grads=grads)
    state.step += 1  # E: jdc-frozen
    return new


class Averaged(TrainState):
    average: Any = None


def begin(params: Any, tx: Any) -> Averaged:
    made = Averaged.create(apply_fn=lambda params, x: params["w"] * x, params=params, tx=tx)
    made.average = params  # E: jdc-frozen
    return made.replace(average=params)


def begin_plain(params: Any, tx: Any) -> TrainState:
    state = TrainState.create(params=params, tx=tx, apply_fn=lambda params, x: params["w"] * x)
    for _ in range(3):
        state.step = state.step + 1  # E: jdc-frozen
    return state
