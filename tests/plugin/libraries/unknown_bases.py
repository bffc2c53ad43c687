"""Classes below one that mypy does not know: ``replace`` may take more than the fields that are seen."""

from __future__ import annotations

import chex  # type: ignore[import-untyped]
import flax.struct
import jax
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
