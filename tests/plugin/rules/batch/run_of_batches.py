"""Batch axes that only the run of the module shows."""

import dataclasses
from typing import Annotated

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Sample(jdc.EnforcedAnnotationsMixin):
    image: Annotated[jax.Array, (..., 6, 5)]
    label: Annotated[jax.Array, (...,)]


@jdc.pytree_dataclass
class Weighted(jdc.EnforcedAnnotationsMixin):
    weight: Annotated[jax.Array, ()]
    sample: Sample


@jdc.pytree_dataclass
class Loose:
    image: Annotated[jax.Array, (..., 6, 5)]
    label: Annotated[jax.Array, (...,)]


@jdc.pytree_dataclass
class Named(jdc.EnforcedAnnotationsMixin):
    x: Float[Array, "n d"]
    y: Float[Array, "m"]


def make(n: int) -> Sample:
    return Sample(image=jnp.zeros((n, 6, 5)), label=jnp.zeros(n))


def more_labels(n: int) -> Sample:
    return Sample(image=jnp.zeros((n, 6, 5)), label=jnp.zeros(2 * n))  # E: jdc-batch


def turned(n: int) -> Sample:
    return Sample(image=jnp.zeros((5, 6, n)), label=jnp.zeros(5))  # E: jdc-shape


def without_annotations(n):
    return Sample(jnp.zeros((n, 6, 5)), jnp.zeros(n + 1))  # E: jdc-batch


def loose(n: int) -> Loose:
    return Loose(jnp.zeros((n, 6, 5)), jnp.zeros(n + 1))


def named(n: int) -> Named:
    return Named(jnp.zeros((n, 2)), jnp.zeros(n + 1))


def main() -> list[Weighted]:
    sample = make(8)
    weighted = Weighted(jnp.ones(8), sample)
    Weighted(jnp.ones(()), sample)
    Weighted(jnp.ones(()), make(3))
    alone = dataclasses.replace(weighted, weight=jnp.ones(()))
    jax.vmap(lambda each: Weighted(jnp.ones(()), each))(sample)
    first = jax.tree.map(lambda a: a[0], weighted)
    again = dataclasses.replace(first, weight=jnp.ones(()))
    loose(3)
    named(4)
    Weighted(weight=jnp.ones(9), sample=sample)  # E: jdc-batch
    fewer = dataclasses.replace(weighted, weight=weighted.weight[:4])  # E: jdc-batch
    return [alone, again, fewer]


main()
more_labels(11)
turned(13)
without_annotations(14)
