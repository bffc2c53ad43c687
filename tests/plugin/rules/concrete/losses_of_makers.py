"""Losses and steps that functions of another module define and give back."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import making_losses as making
from making_losses import Weights, make_declared, make_either, make_helped, make_hidden, make_pair, make_static

x = jnp.ones(3)
penalty = making.make_penalty(1.0)
declared = make_declared(0.5)
jitted = jax.jit(make_declared(2.0))  # E: jdc-concrete


def jits(weights: Weights) -> None:
    jax.jit(penalty)(weights, x)  # E: jdc-concrete
    jax.jit(making.make_penalty(2.0))(weights, x)  # E: jdc-concrete
    jax.jit(jax.value_and_grad(declared))(weights, x)  # E: jdc-concrete, jdc-transform-input
    jax.jit(functools.partial(declared, weights))(x)  # E: jdc-concrete
    jax.jit(make_helped())(x)  # E: jdc-concrete
    jax.jit(make_pair())((x, 1), 3)  # E: jdc-concrete
    jitted(weights, x)
    # static, unknown, filled before, one of several, without jit
    jax.jit(make_pair(), static_argnums=1)((x, 1), 3)
    jax.jit(make_hidden(jnp.sin))(x)
    jax.jit(make_static(3))(weights)
    jax.jit(make_either(False))(x)
    jax.jit(functools.partial(penalty, weights))(x)
    print(penalty(weights, x), declared(weights, x), jax.grad(declared, allow_int=True)(weights, x))


@jax.jit
def step(weights: Weights, batch: jax.Array) -> jax.Array:
    return declared(weights, batch) * 2  # E: jdc-concrete


@jax.jit
def told(weights: Weights) -> jax.Array:
    unchanged = Weights(weights.w, 3)
    return penalty(unchanged, x)


def looped(weights: Weights) -> jax.Array:
    def body(carry: jax.Array, _: None) -> tuple[jax.Array, None]:
        return make_helped()(carry), None  # E: jdc-concrete

    return jax.lax.scan(body, weights.w, None, length=3)[0]
