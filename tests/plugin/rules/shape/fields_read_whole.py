"""jdc-shape: every axis of a field that a method, or a function of one object, reads."""

import dataclasses
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


class Belief(eqx.Module):
    mean: Float[Array, "4"]
    cov: Float[Array, "4 4"]


class Filter(eqx.Module):
    observe: Float[Array, "2 4"]
    noise: Float[Array, "2 2"]
    weights: Float[Array, "out in"]

    def innovation(self, belief: Belief, z: Float[Array, "2"]) -> Float[Array, "2"]:
        return z - self.observe @ belief.mean

    def exchanged(self, belief: Belief) -> Float[Array, "2"]:
        return self.observe.T @ belief.mean  # E: jdc-shape

    def update(self, belief: Belief) -> Belief:
        s = self.observe @ belief.cov @ self.observe.T + self.noise
        gain = jnp.linalg.solve(s, self.observe @ belief.cov).T
        return Belief(belief.mean, (jnp.eye(4) - gain @ self.observe) @ belief.cov)

    def smaller(self, belief: Belief) -> Belief:
        return Belief(self.observe @ belief.mean, belief.cov)  # E: jdc-shape

    def twice(self) -> Float[Array, "out out"]:
        return self.weights @ self.weights.T

    def too_many(self) -> Array:
        return self.observe[:, 0, 0]  # E: jdc-shape


class Hyper(NamedTuple):
    scale: Float[Array, ""]
    centre: Float[Array, "3"]


@dataclasses.dataclass
class Box:
    low: Float[Array, "3"]
    high: Float[Array, "3"] | None


def kernel(h: Hyper, x: Float[Array, "n 3"], y: Float[Array, "m 3"]) -> Float[Array, "n m"]:
    return jnp.exp((x / h.scale) @ y.T)


def turned(h: Hyper, x: Float[Array, "n 3"], y: Float[Array, "m 3"]) -> Float[Array, "n m"]:
    return jnp.exp((y / h.scale) @ x.T)  # E: jdc-shape


def centred(h: Hyper, box: Box) -> Float[Array, "3 2"]:
    return h.centre[:, None] + box.low[:2]  # a column and a row


def cut(h: Hyper, box: Box) -> Float[Array, "3"]:
    return h.centre + box.low[:2]  # E: jdc-shape


def optional(h: Hyper, box: Box) -> Float[Array, "3"]:
    return h.centre if box.high is None else h.centre + box.high[:, 0]


def again(h: Hyper) -> Float[Array, ""]:
    h = jax.jit(lambda each: each)(h)
    return h.centre[0]


hyper = Hyper(jnp.zeros(()), jnp.zeros(3))
kernel(hyper, jnp.ones((5, 3)), jnp.ones((4, 3)))
Filter(jnp.eye(2, 4), jnp.eye(2), jnp.ones((5, 3))).update(Belief(jnp.zeros(4), jnp.eye(4)))
cut(hyper, Box(jnp.zeros(3), None))
