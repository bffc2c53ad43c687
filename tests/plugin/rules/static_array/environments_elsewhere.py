"""An environment whose methods make objects with arrays, for `objects_of_environments`."""

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    x: jax.Array
    time: int = 0


@flax.struct.dataclass
class Options:
    size: int = 3


class Env:
    def __init__(self, size: int) -> None:
        self.size = size

    def reset(self) -> State:
        return State(jnp.zeros(self.size))

    def options(self) -> Options:
        return Options(self.size)


def start() -> State:
    return State(jnp.ones(3))


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
