"""Functions without annotations that make objects, for modules that call methods of these."""

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass

LOG: list[object] = []


class Copied:
    def replace(self, **changes):
        return dataclasses.replace(self, **changes)  # type: ignore[type-var]


@register_dataclass
@dataclasses.dataclass(frozen=True)
class Lattice(Copied):
    sites: jax.Array
    cache: jax.Array | None = None
    step: int = dataclasses.field(metadata={"static": True}, default=0)

    def cooled(self):
        return self.replace(sites=self.sites * 0.5)

    def logged(self):
        LOG.append(self)
        return self.replace(sites=self.sites * 0.5)


@flax.struct.dataclass
class Model:
    w: jax.Array
    scale: float = flax.struct.field(pytree_node=False, default=1.0)
    steps: int = 0

    def scaled(self, by):
        return self.replace(w=self.w * by)

    def halved(self) -> "Model":
        return self.replace(w=self.w / 2)

    def total(self):
        return self.w.sum()


def lattice(n):
    return Lattice(sites=jnp.zeros(n))


def lattice_again(n):
    size = n + 1
    return lattice(size)


def model(n):
    return Model(w=jnp.ones(n))


def either(n):
    if n:
        return Model(w=jnp.ones(n))
    return lattice(n)


def loss(given):
    return (given.w * given.scale).sum()


def annotated_loss(given: Model) -> jax.Array:
    return (given.w * given.scale).sum()
