"""jdc-shape: a function with axes that an object has not may be given many objects, as one."""

import flax.struct
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int


@flax.struct.dataclass
class Transition:
    observation: Float[Array, "4"]
    reward: Float[Array, ""]
    action: Int[Array, ""]


def loss(trajectory: Transition, values: Float[Array, "time"]) -> Float[Array, ""]:
    advantage = trajectory.reward - values
    taken = jnp.take_along_axis(trajectory.observation, trajectory.action[:, None], axis=1)[:, 0]
    return jnp.mean(advantage * taken)


def returns(trajectory: Transition) -> Float[Array, "time"]:
    return jnp.cumsum(trajectory.reward[::-1])[::-1]


def unannotated(trajectory: Transition) -> jax.Array:
    return trajectory.observation[:, 0, None]


def wrong(trajectory: Transition) -> jax.Array:
    return jnp.ones(3) + trajectory.observation  # E: jdc-shape
