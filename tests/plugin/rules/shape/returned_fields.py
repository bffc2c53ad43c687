"""Fields of objects that a function returns as they are."""

import jax.numpy as jnp
from jaxtyping import Array, Float, Int

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Belief:
    mean: Float[Array, "*b 4"]
    covariance: Float[Array, "*b 4 4"]
    steps: Int[Array, "*b"]

    def spread(self) -> Float[Array, "*b 4 4"]:
        return self.covariance

    def center(self) -> Float[Array, "*b 3"]:
        return self.mean  # E: jdc-shape


def mean_of(belief: Belief) -> Float[Array, "4"]:
    return belief.mean


def covariance_of(belief: Belief) -> Float[Array, "4"]:
    return belief.covariance  # E: jdc-shape


def count_of(belief: Belief) -> Float[Array, ""]:
    return belief.steps  # E: jdc-dtype


def advance(belief: Belief) -> Belief:
    return belief.replace(steps=belief.steps + 1)


def observed(belief: Belief) -> tuple[Belief, Float[Array, "4"]]:
    after = advance(belief)
    return after, after.mean


def observed_wrong(belief: Belief) -> tuple[Belief, Float[Array, "4"]]:
    after = advance(belief)
    return after, after.covariance  # E: jdc-shape


def named(belief: Belief) -> Float[Array, "4"]:
    spread = belief.covariance
    return spread  # E: jdc-shape


def asked(belief: Belief) -> Float[Array, "4"]:
    if belief.covariance.ndim == 1:
        return belief.covariance
    return jnp.diagonal(belief.covariance)
