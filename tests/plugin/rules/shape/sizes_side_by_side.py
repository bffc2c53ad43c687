"""Calls that give two arrays of one name different sizes of their function, which one annotation has side by side."""

from typing import NamedTuple

import jax.numpy as jnp
from flax import struct
from jaxtyping import Array, Bool, Float, Int

import jdc_runtime as jdc


@struct.dataclass
class Batch:
    ids: Int[Array, "rows columns"]
    mask: Bool[Array, "rows columns"]
    lengths: Int[Array, " rows"]


class Stats(NamedTuple):
    mean: Float[Array, " features"]
    scale: Float[Array, " features"]


@jdc.pytree_dataclass
class Basis(jdc.EnforcedAnnotationsMixin):
    vectors: Float[Array, "rank size"]
    values: Float[Array, " rank"]

    def flipped(self) -> "Basis":
        return jdc.replace(self, vectors=self.vectors[::-1], values=self.values[::-1])

    def turned(self) -> "Basis":
        return Basis(self.vectors.T, self.values * 1)  # E: jdc-shape


def batch(ids: Int[Array, "b t"]) -> Batch:
    mask = ids > 0
    return Batch(ids, mask, mask.sum(axis=1))


def batch_of_columns(ids: Int[Array, "b t"]) -> Batch:
    mask = ids > 0
    return Batch(ids, mask, mask.sum(axis=0))  # E: jdc-shape


def turned(ids: Int[Array, "b t"]) -> Batch:
    mask = ids.T > 0
    return Batch(ids + 1, mask, jnp.zeros(ids.shape[0], int))  # E: jdc-shape


def stats(x: Float[Array, "n d"]) -> Stats:
    return Stats(x.mean(0), x.std(0))


def mixed_stats(x: Float[Array, "n d"]) -> Stats:
    return Stats(x.mean(0), x.std(1))  # E: jdc-shape


def joined(x: Float[Array, " n"], y: Float[Array, " batch"]) -> Stats:
    return Stats(x * 2, y * 2)


def chosen(x: Float[Array, "n d"]) -> Stats:
    assert x.shape[0] == x.shape[1]
    return Stats(x.mean(0), x.std(1))


def calculated(x: Float[Array, "n d"]) -> Stats:
    y = x.reshape(x.shape[1], -1)
    return Stats(y.mean(0), x.std(1))


def square(x: Float[Array, "n n"]) -> Stats:
    return Stats(x.mean(0), x.std(1))


def basis(x: Float[Array, "n d"]) -> Basis:
    u, s, vt = jnp.linalg.svd(x, full_matrices=False)
    return Basis(vt, s)


def normalised(x: Float[Array, "rows columns"], by: Float[Array, " columns"]) -> Float[Array, "rows columns"]:
    """Other code is held to the names of a function as to sizes."""
    for _ in range(3):
        x = x * 0.5
    return x


def right_call(x: Float[Array, "b k"]) -> Array:
    return normalised(x, x.mean(0))


def wrong_call(x: Float[Array, "b k"]) -> Array:
    return normalised(x, x.mean(1))  # E: jdc-shape


def turned_call(x: Float[Array, "b k"]) -> Array:
    return normalised(x.T, x.mean(1))


def unrelated_call(x: Float[Array, "b k"], y: Float[Array, " features"]) -> Array:
    return normalised(x, y)
