"""jdc-transform-input for gradients as decorators: the annotation may be that of what the decorator makes."""

import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp


def energy(weights: jax.Array) -> tuple[Any, Any]:
    return (weights**2).sum(), weights


def checked(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


@checked
@functools.partial(jax.value_and_grad, argnums=0)
def energy_and_gradient(weights: jax.Array) -> tuple[jax.Array, jax.Array]:
    predicted, _ = energy(weights)
    return predicted  # type: ignore[no-any-return]


@jax.value_and_grad
def loss(weights: jax.Array) -> tuple[jax.Array, jax.Array]:
    predicted, _ = energy(weights)
    return predicted  # type: ignore[no-any-return]


@functools.partial(jax.value_and_grad, has_aux=True)
def loss_with_aux(weights: jax.Array) -> tuple[tuple[jax.Array, jax.Array], jax.Array]:
    return energy(weights)  # type: ignore[return-value]


@jax.value_and_grad  # E: jdc-transform-input
def pair(weights: jax.Array) -> tuple[jax.Array, jax.Array]:
    return (weights**2).sum(), weights


@functools.partial(jax.value_and_grad, has_aux=True)  # E: jdc-transform-input
def no_pair(weights: jax.Array) -> jax.Array:
    return (weights**2).sum()


def declared(weights: jax.Array) -> tuple[jax.Array, jax.Array]:
    return energy(weights)


jax.value_and_grad(declared)(jnp.ones(3))  # E: jdc-transform-input
