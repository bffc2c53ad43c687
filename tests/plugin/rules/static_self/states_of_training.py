"""Functions of a train state, which every new state takes over, in methods with a static self."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from flax.training.train_state import TrainState


class Agent:
    def __init__(self, model: Any, params: Any, tx: Any) -> None:
        self.state = TrainState.create(apply_fn=model.apply, params=params, tx=tx)
        self.policy: Any = self.state

    @partial(jax.jit, static_argnums=0)
    def act(self, params: Any, x: jax.Array) -> Any:
        return self.state.apply_fn(params, x)

    @partial(jax.jit, static_argnums=0)
    def both(self, params: Any, grads: Any) -> Any:
        return self.policy.apply_fn(params, grads), self.state.tx.update(grads, self.opt(params), params)

    @partial(jax.jit, static_argnums=0)
    def stale(self, x: jax.Array) -> Any:  # E: jdc-static-self
        return self.state.apply_fn(self.state.params, x)

    def acted(self, x: jax.Array, params: Any = None) -> Any:
        if params is None:
            params = self.state.params
        return self.state.apply_fn(params, x)

    @partial(jax.jit, static_argnums=0)
    def act_by_helper(self, params: Any, x: jax.Array) -> Any:
        return self.acted(x, params)

    @partial(jax.jit, static_argnums=0)
    def stale_by_default(self, x: jax.Array, params: Any = None) -> Any:  # E: jdc-static-self
        if params is None:
            params = self.state.params
        return self.state.apply_fn(params, x)

    @staticmethod
    def opt(params: Any) -> Any:
        return jnp.zeros(2), params

    def update(self, grads: Any) -> None:
        self.state = self.state.apply_gradients(grads=grads)
        self.policy = self.state
