"""Results of functions that are given no tracers, or tracers of which no type is known, in a trace."""

from __future__ import annotations

import equinox as eqx
import jax
import jax.numpy as jnp
from flax import nnx


class Model(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.linear = nnx.Linear(2, 2, rngs=rngs)
        self.rate = 0.5

    def __call__(self, x):
        return self.linear(x)


def loss_of(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


def parts_of(model, x):
    loss = jnp.mean(model(x) ** 2)
    return loss, model


def rate_of(model, x):
    jnp.mean(x)
    return model.rate


def given(model, x):
    jnp.mean(x)
    return x


@nnx.jit
def update(model: Model, x, y):
    loss = loss_of(model, x, y)
    if loss < 0.1:  # E: jdc-concrete
        return loss
    if rate_of(model, x) > 0.1 or given(model, 3) > 2:
        return loss * 2
    return loss


@nnx.jit
def logged(model: Model, x, y):
    loss, grads = nnx.value_and_grad(loss_of)(model, x, y)
    return float(loss), grads  # E: jdc-concrete


@eqx.filter_jit
def checked(model, x):
    loss, _ = parts_of(model, x)
    assert loss < 3  # E: jdc-concrete
    return loss_of(model, x, 0.0).item()  # E: jdc-concrete


@eqx.filter_jit
def called_back(x: jax.Array) -> jax.Array:
    def show(value):
        if loss_of(abs, value, 0.0) > 2:  # a callback runs outside of the trace
            print("large")

    jax.debug.callback(show, x)
    return x


def values_of(params, x):
    return x @ params["w"] + params["b"]


def same(params):
    return params


@jax.jit
def act(params, x):
    action = values_of(params, x).argmax(-1)
    if action > 3:  # E: jdc-concrete
        return action
    return values_of(params, x)


@jax.jit
def kept(params):
    again = same(params)
    if again:  # a dict has a truth
        return 1
    return 0
