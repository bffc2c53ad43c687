"""Sizes that an object and a parameter, or two objects, call by the same name, in one elementwise operation."""

import jax.numpy as jnp
from jaxtyping import Array, Float

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Kernel:
    lengthscale: Float[Array, " d"]
    centers: Float[Array, "k d"]
    weights: Float[Array, " k"]

    def wrong_axis(self, x: Float[Array, "n d"], y: Float[Array, "m d"]) -> Float[Array, "n m"]:
        diff = (x[:, None] - y[None]) / self.lengthscale
        return jnp.exp((diff**2).sum(1))  # E: jdc-shape

    def right_axis(self, x: Float[Array, "n d"], y: Float[Array, "m d"]) -> Float[Array, "n m"]:
        diff = (x[:, None] - y[None]) / self.lengthscale
        return jnp.exp((diff**2).sum(-1))

    def features(self, x: Float[Array, "n d"]) -> Float[Array, "n k"]:
        return jnp.exp(-(((x[:, None] - self.centers) / self.lengthscale) ** 2).sum(-1))

    def value(self, x: Float[Array, "n d"]) -> Float[Array, " n"]:
        return self.features(x * self.lengthscale) @ self.weights

    def scaled(self, x: Float[Array, "n d"]) -> Float[Array, "n d"]:
        return x * self.lengthscale

    def scales(self, x: Float[Array, "n d"]) -> Float[Array, " d"]:
        return x.std(0) * self.lengthscale

    def square(self, x: Float[Array, "d d"]) -> Float[Array, "d d"]:
        return x * self.lengthscale @ x

    def other_name(self, x: Float[Array, "n features"]) -> Float[Array, "n d"]:
        return x * self.lengthscale

    def moved(self, other: "Kernel") -> "Kernel":
        return Kernel(self.lengthscale * other.lengthscale, self.centers + other.centers, self.weights)

    def to_center(self, center: "Kernel") -> Float[Array, "k d"]:
        return self.centers - center.centers

    def joined(self, other: "Kernel") -> Float[Array, "k2 d"]:
        return jnp.concatenate([self.centers * self.lengthscale, other.centers * self.lengthscale])


def make() -> Kernel:
    return Kernel(jnp.ones(2), jnp.zeros((5, 2)), jnp.zeros(5))


def distance(one: Kernel, other: Kernel) -> Float[Array, "k k2"]:
    diff = one.centers[:, None] / one.lengthscale - other.centers / other.lengthscale
    return (diff**2).sum(-1)
