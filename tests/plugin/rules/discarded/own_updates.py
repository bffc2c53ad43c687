"""Methods named as those of flax that the module writes itself, and may change what they are called on."""

import jax
from flax.training.train_state import TrainState


class Buffer:
    def __init__(self, x):
        self.x = x

    def replace(self, *, x):
        self.x = x
        return self


class Keeper:
    def __init__(self, state: TrainState) -> None:
        self.state = state

    def apply_gradients(self, *, grads):
        self.state = self.state.apply_gradients(grads=grads)


@jax.jit
def double(x: jax.Array) -> jax.Array:
    return 2 * x


def run(buffer, keeper, grads):
    buffer = buffer.replace(x=1)
    buffer.replace(x=2)
    keeper.apply_gradients(grads=grads)
    return buffer


def stepped(state: TrainState, grads: object) -> TrainState:
    state.apply_gradients(grads=grads)  # E: jdc-discarded
    return state
