"""Classes of simple_pytree, of which mypy has no types: their decorators and the import of the base tell."""

from __future__ import annotations

from dataclasses import dataclass

import jax
import jax.numpy as jnp
import simple_pytree  # type: ignore[import-untyped]
from simple_pytree import Pytree, field, static_field


@simple_pytree.dataclass
class Noise(Pytree):
    std: jax.Array = jnp.ones(1)  # E: jdc-default


@simple_pytree.dataclass
class Mean(Pytree):
    value: jax.Array
    name: str = static_field(default="a")
    other: jax.Array = field(default_factory=lambda: jnp.zeros(3))

    def doubled(self) -> Mean:
        self.replace(value=self.value * 2)  # E: jdc-discarded
        return self

    def write(self) -> None:
        self.value = self.value * 2  # E: jdc-frozen


@dataclass
class Kernel(Pytree):
    scale: jax.Array
    name: str = static_field(default="a")
    label: str = "x"  # E: jdc-data-leaf

    def write(self) -> None:
        self.scale = self.scale * 2  # E: jdc-frozen

    def right(self) -> Kernel:
        return self.replace(scale=self.scale * 2)


@dataclass
class Loose(Pytree, mutable=True):
    scale: jax.Array

    def write(self) -> None:
        self.scale = self.scale * 2


@jax.jit
def step(mean: Mean, kernel: Kernel) -> Mean:
    if mean.value > 0:  # E: jdc-concrete
        return mean.replace(value=mean.value + kernel.scale)
    return mean.replace(value=jnp.zeros(3))


def main() -> None:
    m = Mean(jnp.ones(3), name="b")
    m.value = jnp.zeros(3)  # E: jdc-frozen
    k = Kernel(jnp.ones(3))
    print(step(m, k), m.anything)
    Loose(jnp.ones(3)).write()
    jax.tree.map(lambda a: a * 2, m)  # E: jdc-discarded
