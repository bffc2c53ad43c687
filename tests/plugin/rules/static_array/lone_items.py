"""jdc-static-array where the constructor of the class gives the field an array: one of one item compares."""

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
from jax import Array


class Cost(eqx.Module):
    weight: Array = eqx.field(static=True)
    scale: Array | None = eqx.field(static=True)
    rate: Array = eqx.field(static=True)
    count: Array = eqx.field(static=True)
    x: Array

    def __init__(self, x: Array, weight: float = 0.8, scale: float | None = None, rate: float = 0.1) -> None:
        self.weight = jnp.asarray(weight)
        self.scale = None if scale is None else jnp.asarray(scale)
        self.rate = jnp.asarray(rate)
        self.count = jnp.zeros(())
        self.x = x


class Encoding(eqx.Module):
    omega: Array = eqx.field(static=True)  # E: jdc-static-array
    given: Array = eqx.field(static=True)  # E: jdc-static-array
    either: Array = eqx.field(static=True)  # E: jdc-static-array
    parts: Array = eqx.field(static=True)  # E: jdc-static-array
    sigma: Array = eqx.field(static=True)
    x: Array

    def __init__(self, x: Array, given: Array, sigma: float, *, key: Array) -> None:
        self.omega = jax.random.normal(key, (3, 2))
        self.given = given
        self.either = jnp.asarray(sigma)
        if sigma > 1:
            self.either = jnp.ones(3)
        self.parts, self.sigma = jnp.ones(2), jnp.asarray(sigma)
        self.x = x


class Below(Cost):
    """Its base gives the fields what they hold."""


class Declared(eqx.Module):
    table: Array = eqx.field(static=True)  # E: jdc-static-array
    x: Array


@jax.jit
def total(cost: Cost) -> Array:
    return cost.x.sum() * cost.weight * cost.rate + cost.count


total(Cost(jnp.ones(3)))
total(Cost(jnp.ones(3)))


class Softened(eqx.Module):
    x: Array
    weights: Array = eqx.field(static=True)  # E: jdc-static-array
    rate: Array = eqx.field(static=True, default=0.5)


@flax.struct.dataclass
class Cooled:
    x: Array
    shift: Array = flax.struct.field(pytree_node=False)  # E: jdc-static-array
    temperature: Array = flax.struct.field(pytree_node=False, default=0.5)
