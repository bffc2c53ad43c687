"""The fields that `TrainState.create` and `apply_gradients` take: those of the subclass at hand."""

from typing import Any

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from flax import struct
from flax.training import train_state
from flax.training.train_state import TrainState as Base


class TrainState(train_state.TrainState):
    batch_stats: Any
    key: jax.Array
    epoch: int = 0


class Averaged(TrainState):
    ema: Any = None
    decay: float = struct.field(pytree_node=False, default=0.99)


class Own(Base):
    key: jax.Array

    @classmethod
    def create(cls, *, apply_fn: Any, params: Any, tx: Any, **kwargs: Any) -> "Own":
        return super().create(apply_fn=apply_fn, params=params, tx=tx, key=jax.random.key(0), **kwargs)


model = nn.Dense(2)
variables = model.init(jax.random.key(0), jnp.ones((1, 3)))
params, tx, key = variables["params"], optax.sgd(0.1), jax.random.key(1)
grads: Any = jax.tree.map(jnp.ones_like, params)


def wrong() -> None:
    TrainState.create(apply_fn=model.apply, params=params, tx=tx, key=key)  # E: call-arg
    TrainState.create(apply_fn=model.apply, params=params, tx=tx, batch_stats={}, keys=key)  # E: call-arg
    Averaged.create(apply_fn=model.apply, params=params, tx=tx, key=key, batch_stats={}, emma=params)  # E: call-arg


def wrong_name(state: TrainState) -> None:
    state.apply_gradients(grads=grads, batch_statistics={})  # E: call-arg, jdc-discarded


state = TrainState.create(apply_fn=model.apply, params=params, tx=tx, batch_stats={}, key=key)
state = state.apply_gradients(grads=grads, batch_stats={}, epoch=state.epoch + 1)
state = state.apply_gradients(grads=grads)
averaged = Averaged.create(apply_fn=model.apply, params=params, tx=tx, key=key, batch_stats={}, decay=0.9)
averaged = averaged.apply_gradients(grads=grads, ema=averaged.params)
own = Own.create(apply_fn=model.apply, params=params, tx=tx)
base = Base.create(apply_fn=model.apply, params=params, tx=tx)
base = base.apply_gradients(grads=grads)
settings: dict[str, Any] = {"batch_stats": {}, "key": key}
filled = TrainState.create(apply_fn=model.apply, params=params, tx=tx, **settings)
everything: dict[str, Any] = {**settings, "apply_fn": model.apply, "params": params, "tx": tx}
filled = TrainState.create(**everything)


def step(state: Base, stats: Any) -> Base:
    return state.apply_gradients(grads=grads, batch_stats=stats)


step(state, {})
