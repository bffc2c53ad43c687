"""jdc-data-leaf: jitted functions that the module leaves for others to call, with objects that it makes."""

from collections.abc import Callable

import flax.struct
import jax
import jax.numpy as jnp

Activation = Callable[[jax.Array], jax.Array]


def squared(x: jax.Array) -> jax.Array:
    return x * x


@flax.struct.dataclass
class Policy:
    kernel: jax.Array
    activation: Activation


@jax.jit
def act(policy: Policy, obs: jax.Array) -> jax.Array:  # E: jdc-data-leaf
    return policy.activation(obs @ policy.kernel)


def make(key: jax.Array) -> Policy:
    return Policy(jax.random.normal(key, (3, 3)), squared)


def make_other(key: jax.Array) -> Policy:
    return Policy(jax.random.normal(key, (3, 3)), lambda x: x)


@flax.struct.dataclass
class Either:
    kernel: jax.Array
    activation: Activation


@jax.jit
def either(policy: Either, obs: jax.Array) -> jax.Array:
    return policy.activation(obs @ policy.kernel)


def make_either(key: jax.Array, activation: Activation) -> tuple[Either, Either]:
    return Either(jax.random.normal(key, (3, 3)), squared), Either(jnp.ones(3), activation)


@flax.struct.dataclass
class Called:
    kernel: jax.Array
    activation: Activation


@jax.jit
def called(policy: Called) -> jax.Array:
    return policy.kernel


def call(x: jax.Array) -> jax.Array:
    return called(Called(x, squared))  # E: jdc-data-leaf
