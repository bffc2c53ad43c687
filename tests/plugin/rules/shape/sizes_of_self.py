"""Operations of methods that hold only where two sizes of ``self`` are one."""

import chex  # type: ignore[import-untyped]
import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


class Perceptron(eqx.Module):
    first: Float[Array, "hidden inputs"]
    bias: Float[Array, " hidden"]
    second: Float[Array, "outputs hidden"]
    offset: Float[Array, " outputs"] | None

    def __call__(self, x: Float[Array, " inputs"]) -> Float[Array, " outputs"]:
        hidden = jax.nn.relu(self.first @ x + self.bias)
        return hidden @ self.second  # E: jdc-shape

    def right(self, x: Float[Array, " features"]) -> Float[Array, " outputs"]:
        hidden = jax.nn.relu(self.first @ x + self.bias)
        out = self.second @ hidden
        return out if self.offset is None else out + self.offset

    def checked(self) -> Array:
        if self.first.shape[0] != self.second.shape[0]:
            raise ValueError
        return self.bias @ self.second

    def of_both(self, other: "Perceptron") -> Array:
        return self.first @ other.first.T + other.bias

    def added(self) -> Array:
        return self.first + self.second.T  # E: jdc-shape


@flax.struct.dataclass
class Cloud:
    points: Float[Array, "n 3"]
    weights: Float[Array, " n"]
    colours: Float[Array, "n channels"]

    def centre(self) -> Float[Array, "3"]:
        return self.weights @ self.points / self.weights.sum()

    def mixed(self) -> Array:
        return self.points * self.colours

    def weighted(self) -> Array:
        return self.colours * self.weights[:, None]

    def wrong(self) -> Array:
        return self.colours * self.weights  # E: jdc-shape


class Square(eqx.Module):
    left: Float[Array, "n m"]
    right: Float[Array, "n m"]

    def __init__(self, size: int) -> None:
        self.left = jnp.ones((size, size))
        self.right = jnp.ones((size, size))

    def product(self) -> Array:
        return self.left @ self.right


@chex.dataclass
class Checked:
    left: Float[Array, "n m"]
    right: Float[Array, "n m"]

    def __post_init__(self) -> None:
        chex.assert_equal_shape([self.left, self.right])

    def product(self) -> Array:
        return self.left @ self.right
