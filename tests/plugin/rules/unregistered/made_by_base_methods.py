"""jdc-unregistered: objects of a bare subclass that a class method of its base makes."""

from dataclasses import dataclass
from typing import Self

import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@register_dataclass
@dataclass
class Body:
    mass: jax.Array

    @classmethod
    def unit(cls) -> Self:
        return cls(jnp.ones(2))

    @classmethod
    def plain(cls) -> "Body":
        return Body(jnp.ones(2))

    @classmethod
    def chosen(cls, flag: bool) -> "Body":
        return cls(jnp.ones(2)) if flag else Body(jnp.zeros(2))


class Planet(Body):
    pass


@register_dataclass
@dataclass
class Star(Body):
    pass


class Moon(Body):
    @classmethod
    def unit(cls) -> "Body":  # type: ignore[override]
        return Body(jnp.ones(2))


@jax.jit
def weight(body: Body) -> jax.Array:
    return body.mass.sum()


def weigh() -> jax.Array:
    planet = Planet.unit()
    first = weight(planet)  # E: jdc-unregistered
    return first + weight(Planet.unit())  # E: jdc-unregistered


def weigh_all() -> jax.Array:
    bodies = [Body.unit(), Star.unit(), Planet.plain(), Moon.unit()]
    total = weight(Body.unit()) + weight(Star.unit()) + weight(Planet.plain()) + weight(Moon.unit())
    return total + sum((each.mass.sum() for each in bodies), jnp.zeros(())) + Planet.unit().mass.sum()


def weigh_chosen(flag: bool) -> jax.Array:
    return weight(Planet.chosen(flag))
