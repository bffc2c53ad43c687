"""jdc-static-array: parameters that are objects of plain dataclasses, to which the module gives arrays."""

import functools
from dataclasses import dataclass

import jax
import jax.numpy as jnp


@dataclass(frozen=True)
class Policy:
    weight: jax.Array


@dataclass(frozen=True)
class Unmade:
    weight: jax.Array


@dataclass(frozen=True)
class Numbered:
    weight: jax.Array | float


@dataclass(frozen=True)
class Named:
    size: int


@functools.partial(jax.jit, static_argnames="policy")
def act(policy: Policy | Unmade | Numbered | Named, x: jax.Array) -> jax.Array:
    return x * 2


def use(policy: Policy, x: jax.Array) -> jax.Array:
    return act(policy, x)  # E: jdc-static-array


def leave(unmade: Unmade, numbered: Numbered, named: Named, x: jax.Array) -> None:
    act(unmade, x)
    act(numbered, x)
    act(named, x)


print(use.__name__, Policy(jnp.ones((2, 3))), Numbered(1.0), Named(2))
leave(Unmade(1.0), Numbered(1.0), Named(3), jnp.ones(4))  # type: ignore[arg-type]
