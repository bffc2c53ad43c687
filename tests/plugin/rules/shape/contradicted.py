"""Functions whose annotations a call contradicts: their results are unknown, and the call itself is what is reported."""

from typing import Any

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, jaxtyped

transitions = jnp.ones((3, 3))


def predict(
    state: Float[Array, "num states"], matrix: Float[Array, "num states num states"]
) -> Float[Array, "num states"]:
    return matrix.T @ state  # E: jdc-shape


def total(points: Float[Array, "n 3"]) -> Float[Array, "n"]:
    return points.sum(-1)


def first(rows: Float[Array, "n 3"]) -> Float[Array, "3"]:
    return rows[0]


def unpaired(one: Float[Array, "n"], other: Float[Array, "n"]) -> Float[Array, "n"]:
    return jnp.outer(one, other).sum(0)


def chosen(at: Any) -> Float[Array, "states states"]:
    return transitions if at is None else transitions * at


def normal(state: Any) -> Any:
    if state.dtype == jnp.int32:
        return state
    return state / state.sum()


def scanned() -> Any:
    def step(carry: Any, t: Any) -> Any:
        count, state = carry
        following = predict(normal(state), chosen(t))  # E: jdc-shape
        return (count + 1, following), state

    return jax.lax.scan(step, (0, jnp.ones(3)), jnp.arange(4))


def used() -> Float[Array, "2 4"]:
    sums = total(jnp.ones((2, 4, 3)))  # E: jdc-shape
    return sums + jnp.ones((2, 4))


def stacked() -> Any:
    rows = first(jnp.ones((2, 5, 3)))  # E: jdc-shape
    return jnp.stack([rows, jnp.ones((5, 3))])


def named() -> Any:
    result = unpaired(jnp.ones(2), jnp.ones(4))  # E: jdc-shape
    return result @ jnp.ones(4)


def followed(points: Float[Array, "5 3"]) -> Any:
    return total(points) + jnp.ones(4)  # E: jdc-shape


def conditioned(
    mean: Float[Array, "state"], emission: Float[Array, "emission"], distribution: Any
) -> tuple[Float[Array, "emission"], Float[Array, "state"]]:
    def step(carry: Any, _: Any) -> Any:
        return carry, distribution(carry).log_prob(emission).sum()

    mean, likelihoods = jax.lax.scan(step, mean, jnp.arange(3))
    return likelihoods[0], mean


def filtered(mean: Float[Array, "state"], emissions: Float[Array, "steps emission"], distribution: Any) -> Any:
    def step(carry: Any, t: Any) -> Any:
        total, mean = carry
        likelihood, mean = conditioned(mean, emissions[t], distribution)
        return (total + likelihood, mean), mean

    return jax.lax.scan(step, (0.0, mean), jnp.arange(4))


def wrong(distribution: Any) -> Float[Array, "2"]:
    return distribution.log_prob(jnp.ones(3)).sum()


def right(distribution: Any) -> Float[Array, "2"]:
    return distribution.sample()


def both(distribution: Any) -> None:
    wrong(distribution) + jnp.ones(3)
    right(distribution) + jnp.ones(3)  # E: jdc-shape


class Model:
    def transition(self, state: Any) -> Any:
        raise NotImplementedError

    def sample(self, steps: int) -> Float[Array, "steps state"]:
        return jnp.stack([self.transition(None)] * steps)

    def weights(self) -> Float[Array, "2 2"]:
        return jnp.asarray([[0.5, 0.5], [0.5, 0.5]])

    def sampled(self) -> None:
        self.sample(3)[0] @ jnp.ones((2, 3, 2))[0] + jnp.ones((3, 1, 1, 2))
        self.sample(3)[None] @ jnp.ones((2, 3, 4, 5))[0, 0, 0, 0]  # E: jdc-shape


class Discrete(Model):
    def transition(self, state: Any) -> Array:
        return jnp.zeros((), int)


class Normal(Model):
    def sample(self, steps: int) -> Float[Array, "steps state"]:
        return jnp.stack([self.transition(None)] * steps)


jnp.vstack((Discrete().sample(3)[None, :], jnp.ones((1, 3))))
jnp.vstack((Normal().sample(3)[None, :], jnp.ones((1, 3))))  # E: jdc-shape
Discrete().weights() + jnp.ones(3)  # E: jdc-shape


assert scanned()[1].shape == (4, 3)
assert used().shape == (2, 4)
assert stacked().shape == (2, 5, 3)
assert named() == 8.0


@jaxtyped(typechecker=None)
def linear(at: Float[Array, "p"], by: Float[Array, "p d"]) -> Float[Array, "p"]:
    return at @ by  # E: jdc-shape


def drawn(at: Float[Array, "p"], by: Float[Array, "p d"], covariance: Float[Array, "d d"]) -> Float[Array, "d"]:
    return jax.random.multivariate_normal(jax.random.key(0), linear(at, by), covariance)


def field_of(t: float, y: Float[Array, "y"], args: Any) -> Any:
    y, _ = y
    (size,) = y.shape
    return args(y, jnp.eye(size))


def field_of_rows(t: float, y: Float[Array, "2 y"], args: Any) -> Any:
    x, z = y
    (size, count) = x.shape  # E: jdc-shape
    return args(z, jnp.eye(size), count)
