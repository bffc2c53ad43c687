"""jdc-data-leaf: optimizers of optax in data fields, which mypy knows where it follows optax."""

from typing import Any

import flax.struct
import jax
import jax.numpy as jnp
import optax

import jdc_runtime as jdc


@flax.struct.dataclass
class TrainState:
    params: Any
    opt_state: optax.OptState
    tx: optax.GradientTransformation

    @classmethod
    def create(cls, params: Any, tx: optax.GradientTransformation) -> "TrainState":
        return cls(params=params, opt_state=tx.init(params), tx=tx)


@jax.jit
def train_step(state: TrainState) -> Any:  # E: jdc-data-leaf
    return state.params


def train() -> None:
    train_step(TrainState.create({"w": jnp.ones(3)}, optax.adam(1e-3)))


@jdc.pytree_dataclass
class Learner:
    params: Any
    tx: optax.GradientTransformationExtraArgs  # E: jdc-data-leaf


@flax.struct.dataclass
class Marked:
    params: Any
    opt_state: optax.OptState
    schedule: optax.Schedule
    tx: optax.GradientTransformation = flax.struct.field(pytree_node=False)
    other: optax.GradientTransformation | None = None


@jax.jit
def marked_step(state: Marked) -> Any:
    return state.params


marked_step(Marked({"w": jnp.ones(3)}, (), jax.tree_util.Partial(jnp.multiply, 2.0), optax.sgd(0.1)))


@flax.struct.dataclass
class OnTheHost:
    params: Any
    tx: optax.GradientTransformation


def update(host: OnTheHost, grads: Any) -> Any:
    return host.tx.update(grads, host.tx.init(host.params))
