"""Classes that other modules hand to transformations: some are registered there, one in a third module."""

from dataclasses import dataclass

import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@dataclass
class ForgottenState:
    x: jax.Array
    steps: int = 0

    @classmethod
    def initial(cls) -> "ForgottenState":
        return ForgottenState(jnp.zeros(3))


class ForgottenModel:
    def __init__(self, weight: jax.Array) -> None:
        self.weight = weight


class ForgottenDeepModel(ForgottenModel):
    depth = 2


@dataclass
class RegisteredByUser:
    x: jax.Array


@dataclass
class RegisteredByThird:
    x: jax.Array


@dataclass
class RegisteredByHelper:
    x: jax.Array


@dataclass
class NeverMade:
    x: jax.Array


@dataclass
class HasSubclass:
    x: jax.Array


@jdc.pytree_dataclass
class ProjectLayer:
    weight: jax.Array


class ForgottenScaled(ProjectLayer):
    scale: float = 2.0


class RegisteredScaled(ProjectLayer):
    scale: float = 2.0


scaled = ForgottenScaled(jax.numpy.ones(2))  # E: jdc-unregistered
