"""``chex.dataclass`` that checkers are shown as `dataclasses.dataclass`, as jumanji does."""

from typing import TYPE_CHECKING, assert_type

import jax

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    from chex import dataclass


@dataclass
class State:
    x: jax.Array
    step: int

    def stepped(self) -> "State":
        return self.replace(step=self.step + 1)


@dataclass(frozen=True)
class Frozen:
    x: jax.Array


def use(state: State, frozen: Frozen) -> State:
    state.step = 3
    frozen.x = state.x  # E: jdc-frozen
    state.replace(step=2)  # E: jdc-discarded
    State(state.x, 3)  # E: call-arg, jdc-chex-mapping
    assert_type(state.replace(step=2), State)
    return State(x=state.x, step=state.step + 1)
