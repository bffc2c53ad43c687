"""jdc-unregistered, jdc-data-leaf: modules of flax.linen where JAX wants trees."""

from __future__ import annotations

from functools import partial
from typing import Any

import flax.linen as nn
import jax
import jax.numpy as jnp
from flax import struct


class Net(nn.Module):
    width: int

    @nn.compact
    def __call__(self, x: jax.Array) -> jax.Array:
        return nn.Dense(self.width)(x)


class Policy(Net):
    std: float = 1.0


@jax.tree_util.register_static
class Registered(nn.Module):
    width: int


@struct.dataclass
class Agent:
    params: Any
    net: Net  # E: jdc-data-leaf
    rng: jax.Array
    gamma: float = struct.field(pytree_node=False, default=0.99)


@struct.dataclass
class Kept:
    params: Any
    rng: jax.Array
    net: Net = struct.field(pytree_node=False)

    @jax.jit
    def act(self, obs: jax.Array) -> jax.Array:
        return self.net.apply(self.params, obs)


@jax.jit
def step(params: Any, net: Net) -> Any:  # E: jdc-unregistered
    return net.apply(params, jnp.ones(3))


@jax.jit
def any_step(params: Any, net: nn.Module) -> Any:  # E: jdc-unregistered
    return net.apply(params, jnp.ones(3))


@partial(jax.jit, static_argnames="net")
def static_step(params: Any, net: Net) -> Any:
    return net.apply(params, jnp.ones(3))


@jax.jit
def registered_step(net: Registered) -> int:
    return net.width


def fit(net: Net, policy: Policy, params: Any, x: jax.Array) -> Any:
    jax.jit(lambda each: each.apply(params, x))(net)  # E: jdc-unregistered
    jax.jit(lambda each: each.apply(params, x))(policy)  # E: jdc-unregistered
    jax.jit(lambda each: each.apply(params, x))(nn.Dense(3))  # E: jdc-unregistered
    jax.lax.cond(x.sum() > 0, lambda each: each, lambda each: each, net)  # E: jdc-unregistered
    jax.grad(lambda p, each: each.apply(p, x).sum())(params, net)
    jax.vmap(lambda p, each: each.apply(p, x).sum(), in_axes=(0, None))(params, net)
    jax.jit(net.apply)(params, x)
    jax.jit(Net.apply, static_argnums=0)(net, params, x)
    return static_step(params, net)
