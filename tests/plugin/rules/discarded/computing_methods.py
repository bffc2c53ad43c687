"""Classes that are no pytrees, whose methods compute a new object, for `computed_by_methods`, and some that do more."""

import flax.struct
import jax
import jax.numpy as jnp

LOG: list[str] = []


@flax.struct.dataclass
class State:
    x: jax.Array
    time: float = 0.0


class Physics:
    """Half of an environment."""

    def __init__(self, dt: float) -> None:
        self.dt = dt

    def drifted(self, state: State) -> State:
        return state.replace(x=state.x + self.dt)

    def counted(self, state: State) -> State:
        LOG.append("counted")
        return state.replace(time=state.time + self.dt)


class Env:
    def __init__(self, physics: Physics) -> None:
        self.physics = physics
        self.steps = 0

    def reset(self, key: jax.Array) -> State:
        return State(jax.random.normal(key, (3,)))

    def step(self, state: State, action: jax.Array) -> State:
        moved = self.physics.drifted(state)
        return self._ticked(moved.replace(x=moved.x + action))

    def _ticked(self, state: State) -> State:
        return state.replace(time=state.time + self.physics.dt)

    def noted(self, state: State) -> State:
        self.steps += 1
        return state.replace(x=state.x * 2)

    def recounted(self, state: State) -> State:
        return self.physics.counted(state)

    def same(self, state: State) -> State:
        return state

    def rendered(self, state: State) -> State:
        print(state.x)
        return state.replace(time=0.0)

    def open_step(self, state: State) -> State:
        return state.replace(x=jnp.zeros(3))


class CountingEnv(Env):
    """It does more in one method of its base."""

    def open_step(self, state: State) -> State:
        self.steps += 1
        return super().open_step(state)


class SmallEnv(Env):
    """It inherits the others."""


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
