"""A module that filters objects of one class: those of others, which they cannot hold, keep their arrays."""

from collections.abc import Callable
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp


class Scale(eqx.Module):
    factor: jax.Array

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.factor * x


class Net(eqx.Module):
    weight: jax.Array
    scale: Scale
    layers: list[eqx.nn.Linear]

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.scale(self.weight @ x)


class Critic(eqx.Module):
    value: jax.Array

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.value @ x


class DeepNet(Net):
    bias: jax.Array


class Pair(eqx.Module):
    net: Net


def split(net: Net, x: jax.Array) -> Any:
    params, rest = eqx.partition(net, eqx.is_array)

    def loss(params: Net) -> jax.Array:
        return eqx.combine(params, rest)(x).sum()

    return jax.grad(loss)(params)


def shown() -> Any:
    net = Net(jnp.ones((2, 2)), Scale(jnp.ones(2)), [])
    return eqx.filter(net, eqx.is_inexact_array)


def judged(critic: Critic, x: jax.Array) -> jax.Array:
    return jax.jit(critic)(x)  # E: jdc-compare


def counted(critic: Critic, seen: dict[Any, int]) -> int:
    seen[critic] = 1  # E: jdc-compare
    return hash(critic)  # E: jdc-compare


def kept(net: Net, deep: DeepNet, pair: Pair, scale: Scale) -> list[int]:
    return [hash(net), hash(deep), hash(pair), hash(scale)]


def run(net: Net, scale: Scale, x: jax.Array) -> jax.Array:
    return jax.jit(net)(x) + jax.jit(scale)(x)


def applied(function: Callable[[jax.Array], jax.Array], x: jax.Array) -> jax.Array:
    return function(x)
