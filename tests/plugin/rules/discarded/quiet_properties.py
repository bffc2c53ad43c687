"""jdc-discarded where properties and special methods of the module only compute."""

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    x: jax.Array

    @property
    def doubled(self) -> jax.Array:
        return self.x * 2

    def __len__(self) -> int:
        return self.x.shape[0]

    def __mul__(self, other: float) -> "State":
        return State(self.x * other)

    def stepped(self) -> "State":
        return self.replace(x=self.doubled)

    def shown(self) -> "State":
        print(self.x)
        return self.replace(x=self.doubled)


@dataclasses.dataclass
class Wind:
    log: list[float]

    @property
    def force(self) -> float:
        self.log.append(1.0)
        return 1.0

    @property
    def speed(self) -> float:
        return 2.0

    def moved(self, state: State) -> State:
        return state.replace(x=state.x + self.force)

    def slowed(self, state: State) -> State:
        return state.replace(x=state.x - self.speed)


def moved(state: State, wind: Wind) -> State:
    return state.replace(x=state.x + wind.force)


def slowed(state: State, wind: Wind) -> State:
    return state.replace(x=state.x * len(state) - wind.speed)


def main() -> None:
    state, wind = State(jnp.ones(3)), Wind([])
    state.stepped()  # E: jdc-discarded
    state.shown()
    moved(state, wind)
    wind.moved(state)
    slowed(state, wind)  # E: jdc-discarded
    wind.slowed(state)  # E: jdc-discarded
    print(state.x, wind.log)


main()
