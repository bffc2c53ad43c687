"""jdc-transform-input: functions that compute the derivative of another one, and do not fit it."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp


@jax.custom_vjp
def clipped(x: jax.Array, low: jax.Array) -> jax.Array:
    return jnp.maximum(x, low)


def clipped_fwd(x: jax.Array, low: jax.Array) -> Any:
    return clipped(x, low), x > low


def one(residuals: Any, g: Any) -> Any:
    return g * residuals


def short(residuals: Any, g: Any) -> Any:
    found = (g * residuals,)
    return found


def nothing(residuals, g):
    print(residuals, g)


def of_three(residuals: Any, low: Any, g: Any) -> Any:
    return g * residuals, low


def alone(x: jax.Array, low: jax.Array) -> Any:
    return x - low


def by_one(x: jax.Array) -> Any:
    return x, None


clipped.defvjp(clipped_fwd, one)  # E: jdc-transform-input
clipped.defvjp(clipped_fwd, short)  # E: jdc-transform-input
clipped.defvjp(clipped_fwd, nothing)  # E: jdc-transform-input
clipped.defvjp(clipped_fwd, of_three)  # E: jdc-transform-input
clipped.defvjp(alone, lambda residuals, g: (g, None))  # E: jdc-transform-input
clipped.defvjp(by_one, lambda residuals, g: (g, None))  # E: jdc-transform-input


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def scaled(x: Any, factor: Any) -> Any:
    return x


def scaled_fwd(x: Any, factor: Any) -> Any:
    return x, None


def without_factor(residuals: Any, g: Any) -> Any:
    return (2.0 * g,)


def with_factor(factor: Any, residuals: Any, g: Any) -> Any:
    return (factor * g,)


def for_both(factor: Any, residuals: Any, g: Any) -> Any:
    return factor * g, None


scaled.defvjp(scaled_fwd, without_factor)  # E: jdc-transform-input
scaled.defvjp(scaled_fwd, for_both)  # E: jdc-transform-input
scaled.defvjp(scaled_fwd, with_factor)


@jax.jit
def kept(x: jax.Array, factor: jax.Array) -> Any:
    wrong = jax.grad(lambda y: scaled(y, factor).sum())(x)  # E: jdc-concrete
    return wrong, jax.grad(lambda y: scaled(y, 2.0).sum())(x), scaled(x, x.shape[0])


def clipped_bwd(residuals: Any, g: Any) -> Any:
    return g * residuals, None


def either(residuals: Any, g: Any) -> Any:
    if residuals is None:
        return (g,)
    return g * residuals, None


def of_any(*given: Any) -> Any:
    return given


def with_default(residuals: Any, g: Any, scale: float = 1.0) -> Any:
    return g * scale, None


def computed(residuals: Any, g: Any) -> Any:
    return tuple(each * g for each in residuals)


clipped.defvjp(clipped_fwd, clipped_bwd)
clipped.defvjp(clipped_fwd, either)
clipped.defvjp(of_any, of_any)
clipped.defvjp(clipped_fwd, with_default)
clipped.defvjp(clipped_fwd, computed)
clipped.defvjp(lambda x, low: (x, low), lambda low, g: (g, jnp.zeros_like(low)))


@jax.custom_vjp
def open_to_all(x: Any, scale: Any = 1.0, *others: Any) -> Any:
    return x * scale


open_to_all.defvjp(of_any, clipped_bwd)

named = jax.custom_vjp(lambda x: x * 2)
named.defvjp(lambda x: (x * 2, None), lambda residuals, g: (g,))
named.defvjp(lambda x: (x * 2, None), lambda residuals, g: g)
named.defvjp(lambda x: (x * 2, None), lambda residuals, g: 2.0 * g)  # E: jdc-transform-input
