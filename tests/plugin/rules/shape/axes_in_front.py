"""Expressions on arrays of which only the last axes are known, read as a whole for any number of axes in front."""

from typing import Annotated

import flax.struct
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int

import jdc_runtime as jdc


@flax.struct.dataclass
class Filter:
    transition: Annotated[jax.Array, (4, 4), jnp.float32]
    seen: Annotated[jax.Array, (2, 4), jnp.float32]
    mean: Annotated[jax.Array, (4,), jnp.float32]
    cov: Annotated[jax.Array, (4, 4), jnp.float32]

    def wrong(self) -> jax.Array:
        spread = self.seen @ self.cov @ self.seen.T
        spread + jnp.eye(3)  # E: jdc-shape
        jnp.stack([self.mean, jnp.diag(spread)])  # E: jdc-shape
        jnp.einsum("ij,jk,kl->il", self.seen, self.cov, self.seen)  # E: jdc-shape
        self.mean.at[..., :2].set(jnp.zeros(3)) + 1  # E: jdc-shape
        return self.transition.reshape(3, 5)  # E: jdc-shape

    def right(self) -> jax.Array:
        spread = self.seen @ self.cov @ self.seen.T + jnp.eye(2)
        jnp.einsum("ij,jk,lk->il", self.seen, self.cov, self.seen) + spread
        jnp.concatenate([self.transition, self.mean])  # right where ``mean`` alone has rows
        self.transition.reshape(2, 8) + self.seen.reshape(8)
        self.transition.reshape(3, -1) + 1
        self.mean[:, None] + self.transition
        return jnp.linalg.cholesky(self.cov) @ self.seen.mT @ self.mean  # right for two rows


@jdc.pytree_dataclass
class Pose(jdc.EnforcedAnnotationsMixin):
    rotation: Annotated[jax.Array, (..., 3, 3)]
    shift: Annotated[jax.Array, (..., 3)]

    def wrong(self) -> jax.Array:
        return jnp.concatenate([self.rotation, self.shift], axis=-1)  # E: jdc-shape

    def right(self) -> jax.Array:
        jnp.concatenate([self.rotation, self.shift[..., None]], axis=-1) @ jnp.ones(4)
        return self.rotation @ self.shift


@jdc.pytree_dataclass
class Labelled(jdc.EnforcedAnnotationsMixin):
    image: Float[Array, "n 28 28"]
    label: Int[Array, "n"]
    scale: Float[Array, ""]

    def stacked(self) -> jax.Array:
        return jnp.stack([self.label, self.image[:, 0, 0], self.scale])  # E: jdc-shape


def first(one: Labelled) -> jax.Array:
    return one.label[0] + one.scale


def flat(
    x: Annotated[jax.Array, (..., 28, 28)], w: Annotated[jax.Array, (780, 10)]
) -> Annotated[jax.Array, (..., 9)]:
    x.reshape(*x.shape[:-2], 784) @ w  # E: jdc-shape
    x.reshape(*x.shape[:-2], 780) + 1  # E: jdc-shape
    x.reshape((*x.shape[:-2], -1)) + jnp.ones(780)  # E: jdc-shape
    x.reshape(-1, 780) + 1
    x.reshape(780, -1) + 1
    return x.reshape(*x.shape[:-2], 784) @ jnp.ones((784, 10))  # E: jdc-shape


def updated(a: Annotated[jax.Array, (..., 7, 4)], wide: Annotated[jax.Array, (..., 4)]) -> jax.Array:
    a.at[..., 0].set(jnp.zeros(4)) + 1  # E: jdc-shape
    a.at[..., 0, :].set(wide) + 1
    a.at[0].set(wide) + 1
    return jnp.where(a > 0, a, wide[..., None, :]) + jnp.ones((7, 4))


def wide(a: Annotated[jax.Array, (..., 4)], on: Annotated[jax.Array, (..., 4)]) -> Annotated[jax.Array, (..., 5)]:
    return jnp.clip(a, on, a + on)  # E: jdc-shape


def of_wrong_key(key: Int[Array, "2"], shape: tuple[int, int]) -> Int[Array, "*batch height width"]:
    first, second = jax.random.split(key)  # E: jdc-dtype
    return jnp.where(jax.random.bernoulli(first, 0.5, shape), 1, second)


def whatever_its_key_is(key: Int[Array, "2"], shape: tuple[int, int]) -> None:
    values = of_wrong_key(key, shape).astype(jnp.float32)
    jax.scipy.signal.convolve2d(jnp.pad(values, 1), jnp.ones((3, 3)), mode="valid")
