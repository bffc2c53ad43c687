"""Functions under decorators that leave what they take as it is, and those that change what they give back."""

from functools import partial
from typing import Any

import equinox
import jax
import jax.numpy as jnp
from flax import linen as nn
from jaxtyping import Array, Float


@jax.custom_vjp
def clipped(x: Float[Array, "n"], low: Float[Array, ""]) -> Float[Array, "n"]:
    return jnp.maximum(x, low)


def forward(x: Float[Array, "n"], low: Float[Array, ""]) -> tuple[Array, Array]:
    return clipped(x, low), low


def backward(low: Array, grads: Array) -> tuple[Array, Array]:
    return grads, jnp.zeros_like(low)


clipped.defvjp(forward, backward)


@partial(jax.custom_jvp, nondiff_argnums=(1,))
def power(x: Float[Array, "n"], times: int) -> Float[Array, "n"]:
    return x**times


@jax.jit
@jax.grad
def slope(w: Float[Array, "d"], x: Float[Array, "d"]) -> Float[Array, ""]:
    return jnp.sum(w * x)


@partial(jax.value_and_grad, has_aux=True)
def with_aux(w: Float[Array, "d"]) -> tuple[Float[Array, ""], Float[Array, "d"]]:
    return w.sum(), w


@equinox.filter_value_and_grad
def filtered(w: Float[Array, "d"], x: Float[Array, "b d"], y: Float[Array, "b"]) -> Float[Array, ""]:
    return jnp.mean((x @ w - y) ** 2)


class Encoder(nn.Module):
    @nn.compact
    def __call__(self, x: Float[Array, "b 4"]) -> Float[Array, "b 8"]:
        return nn.Dense(8)(x)


class Decoder(nn.Module):
    @nn.compact
    def __call__(self, x: Float[Array, "b 8"]) -> Float[Array, "b 4"]:
        hidden = Encoder()(x)  # E: jdc-shape
        return nn.Dense(4)(hidden)


clipped(jnp.zeros(3), jnp.zeros(()))
clipped(jnp.zeros(3), jnp.zeros(3))  # E: jdc-shape
clipped(jnp.zeros(3), jnp.zeros(())) + jnp.zeros(4)  # E: jdc-shape
power(jnp.zeros(3), 2)
power(jnp.zeros((3, 1)), 2)  # E: jdc-shape

slope(jnp.zeros(3), jnp.zeros(3))
slope(jnp.zeros(3), jnp.zeros(4))  # E: jdc-shape
slope(jnp.arange(3), jnp.zeros(3))  # E: jdc-dtype
assert slope(jnp.zeros(3), jnp.zeros(3))[0] + jnp.zeros(3)[1] == 0
other: Float[Array, "3"] = slope(jnp.zeros(3), jnp.zeros(3))
(value, aux), grads = with_aux(jnp.zeros(3))
with_aux(jnp.zeros((3, 1)))  # E: jdc-shape
loss, more = filtered(jnp.zeros(3), jnp.zeros((7, 3)), jnp.zeros(7))
filtered(jnp.zeros(3), jnp.zeros((7, 3)), jnp.zeros(6))  # E: jdc-shape


def anything(f: Any) -> Any:
    return f


@anything
def unknown(x: Float[Array, "n"]) -> Float[Array, "n"]:
    return x


unknown(jnp.zeros((3, 4)))


def scaled(x: Float[Array, "... d"], scale: Float[Array, "d"]) -> Float[Array, "... d"]:
    return x * scale


jitted = jax.jit(partial(scaled, scale=jnp.ones(8)))
jitted(jnp.zeros((3, 8)))
jitted(jnp.zeros((3, 4)))  # E: jdc-shape
