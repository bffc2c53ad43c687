"""Fields for a value that is no leaf, or None: what an object is given decides."""

import enum

import flax.struct
import jax
import jax.numpy as jnp


class Action(enum.Enum):
    LEFT = "l"
    RIGHT = "r"


@flax.struct.dataclass
class Step:
    reward: jax.Array
    last: Action | None = None
    name: str | None = None


@jax.jit
def rewarded(step: Step) -> Step:
    return step.replace(reward=step.reward + 1)


def act(action: Action, maybe: Action | None, words: list[str]) -> None:
    rewarded(Step(jnp.ones(1), Action.LEFT))  # E: jdc-data-leaf
    rewarded(Step(jnp.ones(2), action))  # E: jdc-data-leaf
    rewarded(Step(jnp.ones(3), last=None, name="-".join(words)))  # E: jdc-data-leaf
    rewarded(Step(jnp.ones(4), maybe))
    rewarded(Step(jnp.ones(5)))
    rewarded(Step(jnp.ones(6), None, None))
    step = Step(jnp.ones(7), Action.RIGHT)
    rewarded(step.replace(last=None))
    print(step.last, rewarded(step))  # E: jdc-data-leaf
