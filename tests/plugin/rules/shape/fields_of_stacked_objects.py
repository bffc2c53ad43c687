"""jdc-shape: where a module stacks objects, a field has more axes than its annotation says."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


class Step(NamedTuple):
    position: Float[Array, "3"]
    energy: Float[Array, ""]


def collect(start: Step, count: int) -> tuple[Step, Step]:
    def body(step: Step, _: None) -> tuple[Step, Step]:
        new = Step(step.position * 0.9, step.energy + 1)
        return new, new

    return jax.lax.scan(body, start, None, length=count)


def drift(steps: Step) -> Array:
    return steps.position[:, 0] - steps.energy[:, None][:, 0]


def last(steps: Step) -> Array:
    return steps.position[-1, 0] + steps.energy[-1]


def wrong(step: Step) -> Array:
    return jnp.ones(4) + step.position  # E: jdc-shape
