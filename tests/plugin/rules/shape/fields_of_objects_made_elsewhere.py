"""jdc-shape: where a module makes no object one by one, its functions may be given many of them, as one."""

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


def entropy(trajectory: Transition) -> jax.Array:
    return jnp.bincount(trajectory.action, length=2)


def mean(trajectory: Transition) -> Float[Array, "4"]:
    return trajectory.observation.mean(axis=0)


def some(trajectory: Transition, i: Int[Array, "k"]) -> Transition:
    return Transition(trajectory.observation[i], trajectory.reward[i], trajectory.action[i])


def unannotated(trajectory: Transition) -> jax.Array:
    return trajectory.observation[:, 0, None]


def wrong(trajectory: Transition) -> jax.Array:
    return jnp.ones(3) + trajectory.observation  # E: jdc-shape
