"""Classes below one that mypy does not know: ``replace`` may take more than the fields that are seen."""

from __future__ import annotations

import chex  # type: ignore[import-untyped]
import flax.struct
import jax
import jax.numpy as jnp
from module_that_is_not_there import Simulation  # type: ignore[import-not-found]

import jdc_runtime as jdc


@flax.struct.dataclass
class Flax(Simulation):
    x: jax.Array


@flax.struct.dataclass
class Below(Flax):
    y: jax.Array


@chex.dataclass
class Chex(Simulation):
    x: jax.Array


class Node(Simulation, flax.struct.PyTreeNode):
    x: jax.Array


class Jdc(Simulation, jdc.PyTreeNode):
    x: jax.Array


@flax.struct.dataclass
class Known:
    x: jax.Array


def use(flax: Flax, below: Below, of_chex: Chex, node: Node, of_jdc: Jdc, known: Known) -> list[object]:
    replace = flax.replace
    return [
        flax.replace(mass=1.0, x=flax.x),
        below.replace(mass=1.0, y=below.y),
        of_chex.replace(mass=1.0),
        node.replace(mass=1.0),
        of_jdc.replace(mass=1.0),
        replace(mass=1.0),
        known.replace(mass=1.0),  # E: call-arg
        flax.replace(x="a"),  # E: arg-type
        below.replace(y="a"),  # E: arg-type
    ]


@flax.struct.dataclass
class Dense(Simulation):
    w: jax.Array
    b: jax.Array

    def applied(self, x: jax.Array) -> jax.Array:
        return x @ self.w + self.b


@jax.jit
def predict(dense: Dense, x: jax.Array) -> jax.Array:
    return dense.applied(x)


def made() -> list[jax.Array]:
    dense = Dense(jnp.ones((3, 4)), jnp.zeros(4))  # the base may have fields before these
    return [predict(dense, jnp.ones((2, 3))), dense.applied(jnp.ones((2, 3))), jnp.ones((2, 3)) @ dense.w]
