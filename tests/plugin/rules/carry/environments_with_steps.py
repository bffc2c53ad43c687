"""An environment that is no pytree, whose methods make what loops carry, for `carries_of_environments`."""

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    x: jax.Array
    last: jax.Array | None = None


class Env:
    def __init__(self, size: int, last: jax.Array | None = None) -> None:
        self.size = size
        self.last = last

    def reset(self) -> State:
        return State(jnp.zeros(self.size))

    def restart(self) -> State:
        return State(jnp.zeros(self.size))

    def reset_with(self) -> State:
        return State(jnp.zeros(self.size), last=jnp.zeros(self.size))

    def reset_from(self) -> State:
        return State(jnp.zeros(self.size), last=self.last)

    def step(self, state: State) -> State:
        return state.replace(x=state.x + 1)

    def kept(self, state: State) -> State:
        return state.replace(x=state.x + 1, last=state.x)


class FullEnv(Env):
    def restart(self) -> State:
        return State(jnp.zeros(self.size), last=jnp.ones(self.size))


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
