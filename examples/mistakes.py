"""Typical mistakes with pytree dataclasses. ``jdc check examples/mistakes.py`` finds each on its line.

The file is meant to be checked, not run: most of these raise only later, far away, or never.
"""

from __future__ import annotations

from typing import Annotated

import jax
import jax.numpy as jnp
import numpy as np

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Image(jdc.EnforcedAnnotationsMixin):
    pixels: Annotated[jax.Array, (..., 28, 28), jnp.float32]
    label: Annotated[jax.Array, (...,), jnp.uint8]


@jdc.pytree_dataclass
class Config:
    name: str  # a str can never be a leaf: jit fails when it meets it
    table: jdc.Static[np.ndarray]  # compared with == on the second call of a jitted function: ValueError
    sizes: jdc.Static[list[int]]  # changed in place, a jitted function goes on with the old value
    mode: jdc.Static[str] | None  # the marker is not at the top: no library sees it


@jdc.pytree_dataclass
class Volume(jdc.EnforcedAnnotationsMixin):
    voxels: Annotated[jax.Array, (..., 8, ..., 8)]  # which of the two holds the batch axes?


@jdc.pytree_dataclass
class Model:
    weight: jax.Array
    scale: float


class Scaled(Model):  # not decorated: JAX sees one opaque leaf
    offset: float = 0.0


def images() -> tuple[Image, Image, Image]:
    wrong_shape = Image(pixels=jnp.zeros((28, 27), jnp.float32), label=jnp.zeros((), jnp.uint8))
    wrong_dtype = Image(pixels=jnp.zeros((28, 28), jnp.float32), label=jnp.zeros((), jnp.int32))
    wrong_batch = Image(pixels=jnp.zeros((7, 28, 28), jnp.float32), label=jnp.zeros((8,), jnp.uint8))
    return wrong_shape, wrong_dtype, wrong_batch


def rescale(model: Model) -> Model:
    model.scale = 2.0  # frozen
    with jdc.copy_and_mutate(model) as changed:
        changed.scale = 2.0  # this is how
    changed.scale = 3.0  # and here it is frozen again
    return Scaled(weight=changed.weight, scale=changed.scale)
