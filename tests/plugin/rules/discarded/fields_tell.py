"""jdc-discarded for methods of what has no type: the keywords are fields of a pytree dataclass in sight."""

import flax.struct
import jax
import jax.numpy as jnp
from flax.training.train_state import TrainState


@flax.struct.dataclass
class Game:
    turn: jax.Array
    board: jax.Array


class Train(TrainState):
    ages: dict[str, jax.Array]

    def aged(self, key):
        ages = jax.tree.map(lambda x: x + 1, self.ages)
        self.replace(ages=ages, params=key)  # E: jdc-discarded


def step(state, action):
    mine = state.board > 0
    state.replace(turn=action - state.turn, board=mine)  # E: jdc-discarded


def begin(make, key):
    state = make(key)
    state.replace(turn=jnp.zeros(()))  # E: jdc-discarded
    state.replace(timestep=0)
    text = make(key)
    text.replace("a", "b")
    return state


class Agent:
    def update(self, state, batch):
        grads = jax.grad(batch.loss)(state.inner.params)
        state.inner.apply_gradients(grads=grads)  # E: jdc-discarded
        batch._replace(obs=3)  # E: jdc-discarded
        return state

    def update_rightly(self, state, batch):
        grads = jax.grad(batch.loss)(state.inner.params)
        batch = batch._replace(obs=3)
        return state.replace(inner=state.inner.apply_gradients(grads=grads))


def test_that_it_runs(state):
    state.replace(turn=jnp.zeros(()))
