"""Code that gives up the tracer of a derivative outside of ``jax.jit``, and code that such a tracer allows."""

from __future__ import annotations

import functools
import math
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx
from jax import Array


class Weights(NamedTuple):
    slope: Array
    offset: Array


def squared(weights: Weights, x: Array, y: Array) -> float:
    residual = x @ weights.slope + weights.offset - y
    return float(jnp.mean(residual**2))  # E: jdc-concrete float\(\) needs the value of "weights.slope"


slopes = jax.grad(squared)


def penalty(weights: Array) -> Array:
    return jnp.sum(np.abs(weights))  # E: jdc-concrete np.abs needs the value of "weights"


penalty_and_slope = jax.value_and_grad(penalty)


@jax.grad
def temperature(x: Array) -> Array:
    return x * math.exp(-x.sum())  # E: jdc-concrete math.exp needs the value of "x"


@functools.partial(jax.value_and_grad, has_aux=True)
def with_metrics(params, x):
    loss = jnp.mean((x @ params["w"]) ** 2)
    metrics = {"loss": float(loss), "size": x.shape[0]}  # E: jdc-concrete
    print(f"loss {loss:.3f}")  # E: jdc-concrete a format needs the value
    return loss, metrics


def silent(params, x):
    return jnp.mean((x @ params) ** 2).item()  # E: jdc-concrete the gradient is zero


jax.grad(silent)(jnp.ones(3), jnp.ones((4, 3)))


def fitted(residual_of, start):
    def loss(params):
        residuals = residual_of(params)
        return float(jnp.sum(residuals**2))  # E: jdc-concrete it raises an error of JAX, or the gradient is zero

    return jax.grad(loss)(start)


@eqx.filter_value_and_grad
def of_model(model: eqx.nn.MLP, x: Array, y: Array) -> float:
    return jnp.mean((jax.vmap(model)(x) - y) ** 2).item()  # E: jdc-concrete eqx.filter_value_and_grad


def of_module(model: nnx.Linear, x: Array) -> float:
    return float(jnp.mean(model(x)))  # E: jdc-concrete nnx.grad differentiates this result


nnx.grad(of_module)


def second(x: Array) -> Array:
    return x**2 * float(x)  # E: jdc-concrete


jax.hessian(second)


def norm_of(weights, scale=0.1):
    return scale * math.sqrt(jnp.sum(weights**2))  # E: jdc-concrete math.sqrt needs the value of "weights"


def chosen(mask):
    return np.asarray(mask)


def in_branch(value, every):
    if every > 3:
        print(float(value))
    return value


def mean_square(residual):
    return jnp.mean(residual**2)


def largest(residual):
    return jnp.argmax(residual)


def measured_loss(weights: Array, x: Array) -> tuple[Array, dict[str, float]]:
    residual = x @ weights - 1.0
    loss = mean_square(residual)
    return loss, {
        "loss": float(loss),  # E: jdc-concrete float\(\) needs the value of "mean_square\(...\)"
        "worst": float(largest(residual)),
        "data": float(mean_square(x)),
    }


jax.value_and_grad(measured_loss, has_aux=True)


def regularised(weights: Array, x: Array) -> Array:
    kept = chosen(weights > 0)
    return jnp.sum(in_branch(weights, 1) * x * kept) + norm_of(weights)


jax.grad(regularised)


@jax.jit
def step(params, x):
    def loss(p):
        return float(jnp.sum(p["w"] * x))  # E: jdc-concrete under jax.jit

    return jax.grad(loss)(params)


# What has a value outside of a trace: comparisons, rounded numbers, `if`, `int` and `bool`.
def guarded(params: dict[str, Array], scale: int) -> Array:
    if params["w"].sum() > 0:
        count = int((params["w"] > 0).sum())
        largest = float(jnp.argmax(params["w"]))
        rounded = float(jnp.round(params["w"][0]))
        print(f"{count} {largest:.1f} {rounded:.1f}", float(params["w"][0] > 0), bool(jnp.all(params["w"] > 0)))
    kept = np.asarray(jax.lax.stop_gradient(params["w"]))
    return jnp.sum(params["w"] ** 2) * math.sqrt(params["w"].shape[0]) * float(scale) * kept.mean()


jax.grad(guarded)({"w": jnp.ones(3)}, 2)


# The second argument is not differentiated, and `np.sum` calls a method of its argument.
def scaled(weights: Array, factor: Array) -> Array:
    print(float(factor), np.sin(factor), jnp.argmin(weights).item())
    return np.sum(weights) * factor


jax.value_and_grad(scaled)


# A function that is called as it is.
def measured(weights: Array) -> float:
    return float(jnp.mean(weights))


measured(jnp.ones(3))


# Python decides outside of a trace, so that code in branches and loops need not run.
def evaluated(weights: Array, evaluate: bool) -> Array | float:
    loss = jnp.mean(weights**2)
    if evaluate:
        print(float(loss))
        return float(loss)
    return loss


jax.grad(evaluated)(jnp.ones(3), False)


def looped(weights, turns):
    for _ in range(turns):
        print(float(weights.sum()))
    assert weights.ndim == 1, f"{weights.sum():.2f}"
    if turns > 3:
        return weights.sum().item()
    shown = turns and float(weights.sum())
    return weights.sum() if turns == 0 else shown


jax.grad(looped)(jnp.ones(3), 0)


def ended(weights: Array, x: Array | None) -> Array | float:
    if x is None:
        return weights.sum()
    return float(weights.sum())


jax.grad(ended)(jnp.ones(3), None)


# A parameter that is bound again to what has no gradient.
def printed(value):
    print(np.asarray(value), f"{value:.2f}")
    return value


def rounded_first(x):
    x = jnp.round(x)
    print(float(x))
    return printed(x) * 2.0


jax.grad(rounded_first)(1.0)


def grown(x):
    x = x + 1.0
    return x * float(x)  # E: jdc-concrete


jax.grad(grown)(1.0)


# Whole numbers keep their values.
def counted(params):
    return params["w"] * float(params["n"])


jax.grad(counted, allow_int=True)({"w": 1.0, "n": 3})
