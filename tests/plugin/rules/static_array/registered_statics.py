"""Classes of which `register_static` makes each object static as a whole."""

import dataclasses

import jax
import jax.numpy as jnp
from jax.tree_util import register_static


@register_static
@dataclasses.dataclass(frozen=True)
class Constants:
    table: jax.Array  # E: jdc-static-array
    name: str = "c"


@dataclasses.dataclass
class ByCall:
    table: jax.Array  # E: jdc-static-array


register_static(ByCall)


@register_static
@dataclasses.dataclass(frozen=True, eq=False)
class Identity:
    table: jax.Array


@register_static
@dataclasses.dataclass(frozen=True)
class Numbers:
    table: tuple[float, ...]


@register_static
@dataclasses.dataclass(frozen=True)
class OnTheHost:
    table: jax.Array


@register_static
@dataclasses.dataclass(frozen=True)
class MadeOnce:
    table: jax.Array


@jax.jit
def scaled(each: object, x: float) -> float:
    return x * 2


for number in range(3):
    scaled(Constants(number * jnp.ones(2)), 1.0)
    scaled(ByCall(number * jnp.ones(2)), 1.0)
    scaled(Identity(number * jnp.ones(2)), 1.0)
    scaled(Numbers((1.0, number)), 1.0)
    print(OnTheHost(number * jnp.ones(2)))
scaled(MadeOnce(jnp.ones(2)), 1.0)
