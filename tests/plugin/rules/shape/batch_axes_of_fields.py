"""Axes with one name in several fields of an object are the same axes wherever the object is read."""

from __future__ import annotations

from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


class Particles(eqx.Module):
    position: Float[Array, "*batch 3"]
    velocity: Float[Array, "*batch 3"]
    mass: Float[Array, "*batch"]

    def momentum(self) -> jax.Array:
        return self.mass[..., None] * self.velocity

    def rows(self) -> jax.Array:
        return jnp.concatenate([self.position, self.mass[..., None]], axis=-1)

    def rows_of_one_axis_less(self) -> jax.Array:
        return jnp.concatenate([self.position, self.mass], axis=-1)  # E: jdc-shape

    def speeds(self) -> jax.Array:
        return jnp.stack([jnp.linalg.norm(self.velocity, axis=-1), self.mass])

    def of_two_ranks(self) -> jax.Array:
        return jnp.stack([self.velocity, self.mass])  # E: jdc-shape

    def broadcast(self) -> jax.Array:
        return self.mass * self.position

    def moved(self, by: Float[Array, "*batch 3"]) -> jax.Array:
        return jnp.stack([self.position + by, self.position])

    def row(self) -> Particles:
        return Particles(self.position[None], self.velocity[None], self.mass[None])


def of_an_argument(particles: Particles) -> jax.Array:
    return jnp.stack([particles.position, particles.mass])  # E: jdc-shape


def of_two_arguments(particles: Particles, other: Particles) -> jax.Array:
    return jnp.stack([particles.position, other.mass])


def weighed(particles: Particles, weights: Float[Array, "*batch"]) -> jax.Array:
    return jnp.stack([particles.mass, weights])


class Dots(NamedTuple):
    turn: Float[Array, "... 3 3"]
    position: Float[Array, "... 3"]


def of_any_axes(dots: Dots) -> jax.Array:
    return jnp.stack([dots.turn, dots.position])
