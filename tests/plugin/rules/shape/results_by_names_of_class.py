"""Methods that promise a size of their class and give another one: the mean over the wrong axis."""

import equinox as eqx
import jax
import jax.numpy as jnp
from flax import struct
from jaxtyping import Array, Float, Int, PRNGKeyArray

import jdc_runtime as jdc


@struct.dataclass
class Recording:
    samples: Float[Array, "channels steps"]
    gain: Float[Array, " channels"]

    def levels(self) -> Float[Array, " channels"]:
        return jnp.sqrt((self.samples**2).mean(axis=-1)) * self.gain

    def levels_over_time(self) -> Float[Array, " channels"]:
        return jnp.sqrt((self.samples**2).mean(axis=0))  # E: jdc-shape

    def mixed(self) -> tuple[Float[Array, " steps"], Float[Array, ""]]:
        return self.samples.mean(0), self.gain.mean()

    def mixed_wrong(self) -> tuple[Float[Array, " steps"], Float[Array, ""]]:
        return self.samples.mean(1), self.gain.mean()  # E: jdc-shape

    @property
    def covariance(self) -> Float[Array, "channels channels"]:
        return self.samples @ self.samples.T

    @property
    def covariance_of_steps(self) -> Float[Array, "channels channels"]:
        return self.samples.T @ self.samples  # E: jdc-shape

    def first(self) -> Float[Array, "channels steps"]:
        return self.samples[:1]

    def differences(self) -> Float[Array, "channels steps"]:
        return jnp.diff(self.samples)

    def some(self, steps: int) -> Float[Array, " steps"]:
        return self.gain * 2

    def others(self, weights: Float[Array, "steps"]) -> Float[Array, " steps"]:
        return self.samples.sum(1)

    def picked(self, which: Int[Array, " steps"]) -> Float[Array, "steps channels"]:
        return self.samples.T[which]

    def averaged(self) -> Float[Array, " windows"]:
        return self.samples.mean(0)


class Projection(eqx.Module):
    weights: Float[Array, "outputs inputs"]
    bias: Float[Array, " outputs"]

    def rows(self, x: Float[Array, "batch inputs"]) -> Float[Array, "batch outputs"]:
        return x @ self.weights.T + self.bias

    def unprojected(self, x: Float[Array, "batch outputs"]) -> Float[Array, "batch inputs"]:
        hidden = x @ self.weights
        return hidden @ self.weights.T  # E: jdc-shape

    def drawn(self, key: PRNGKeyArray) -> Float[Array, " inputs"]:
        return self.weights.T @ jax.random.normal(key, self.bias.shape)

    def noise(self) -> Float[Array, " inputs"]:
        return 2 * self.bias  # E: jdc-shape


class Tied(eqx.Module):
    """Made of arrays that go together."""

    left: Float[Array, "n m"]

    def __init__(self, size: int) -> None:
        self.left = jnp.ones((size, size))

    def means(self) -> Float[Array, " n"]:
        return self.left.mean(0)


@jdc.pytree_dataclass
class Held:
    projection: Projection
    scale: Float[Array, " inputs"]

    def bias(self) -> Float[Array, " inputs"]:
        return self.projection.bias * 2
