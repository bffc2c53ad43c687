"""``state.params`` of flax's `TrainState`, a plain dict that flax declares to be frozen."""

from typing import Any, assert_type

import jax
import jax.numpy as jnp
from flax.core import FrozenDict
from flax.training.train_state import TrainState


class Keyed(TrainState):
    key: jax.Array


def loss(params: dict[str, Any], x: jax.Array) -> jax.Array:
    return jnp.sum(params["w"] * x)


def frozen_loss(params: FrozenDict[str, Any], x: jax.Array) -> jax.Array:
    return jnp.sum(params["w"] * x)


@jax.jit
def step(state: TrainState, x: jax.Array) -> TrainState:
    value, grads = jax.value_and_grad(loss)(state.params, x)
    grads = jax.grad(frozen_loss)(state.params, x)
    value += loss(state.params, x) + frozen_loss(state.params, x)
    assert_type(value, jax.Array)
    state = state.replace(params={"w": x})
    params = state.params
    loss(params, x)
    loss(x, x)  # E: arg-type
    return state.apply_gradients(grads=grads)


def keyed(state: Keyed, x: jax.Array) -> FrozenDict[str, Any]:
    value, grads = jax.value_and_grad(loss)(state.params, x)
    state = state.replace(params={"w": x}, key=x)
    print(value, grads, state.params["w"], state.params.name)  # E: attr-defined
    state.replace(key="a")  # E: arg-type, jdc-discarded
    return state.params
