"""jdc-data-leaf for parameters of transformed functions that are text, a path or a class, and not static."""

import enum
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import jax
import jax.numpy as jnp
from jax import Array


class Kind(enum.Enum):
    MEAN = "mean"
    SUM = "sum"


class Order(enum.IntEnum):
    FIRST = 1
    SECOND = 2


@jax.jit
def loss(params: Array, reduction: str) -> Array:  # E: jdc-data-leaf
    return params.mean() if reduction == "mean" else params.sum()


@functools.partial(jax.jit, static_argnames=("reduction",))
def right_loss(params: Array, reduction: str) -> Array:
    return params.mean() if reduction == "mean" else params.sum()


@functools.partial(jax.jit, static_argnums=1)
def counted_loss(params: Array, reduction: str) -> Array:
    return params.mean() if reduction == "mean" else params.sum()


@functools.partial(jax.jit, donate_argnums=0)
def donated(params: Array, reduction: Literal["mean", "sum"]) -> Array:  # E: jdc-data-leaf
    return params.mean() if reduction == "mean" else params.sum()


@jax.jit
def kinds(params: Array, kind: Kind, order: Order) -> Array:  # E: jdc-data-leaf
    return params.mean() if kind is Kind.MEAN else params.sum() * order


@jax.jit
def with_default(params: Array, reduction: str = "mean") -> Array:
    return params.mean() if reduction == "mean" else params.sum()


@functools.partial(jax.jit, static_argnames=("apply_fn",))
def sampled(key: Array, apply_fn: Callable[..., Array], x: Array, distribution: str = "log_prob") -> Array:
    return apply_fn(x) if distribution == "det" else apply_fn(jax.random.normal(key, x.shape))


def sample(key: Array, apply_fn: Callable[..., Array], x: Array, distribution: str = "log_prob") -> Array:
    first = sampled(key, apply_fn, x)
    return first + sampled(key, apply_fn, x, distribution)  # E: jdc-data-leaf


def called(params: Array) -> Array:
    return with_default(params) + right_loss(params, "mean") + counted_loss(params, "sum")


def maybe(params: Array, reduction: str | None, scale: str | float) -> Array:
    return params.mean() if reduction is None else params.sum()


maybe_jitted = jax.jit(maybe)


def read(params: Array, path: Path) -> Array:
    return params + len(path.name)


read_jitted = jax.jit(read)  # E: jdc-data-leaf
read_bound = jax.jit(functools.partial(read, path=Path("x")))
read_static = jax.jit(read, static_argnames="path")


def scaled(params: Array, how: str) -> Array:
    return params.sum() if how == "sum" else params.mean()


gradient = jax.grad(scaled)
mapped = jax.vmap(scaled, in_axes=(0, None))
mapped_wrong = jax.vmap(scaled)  # E: jdc-data-leaf


class Trainer:
    @functools.partial(jax.jit, static_argnums=0)
    def step(self, x: Array, mode: str) -> Array:  # E: jdc-data-leaf
        return x if mode == "train" else -x

    @functools.partial(jax.jit, static_argnums=(0, 2))
    def right_step(self, x: Array, mode: str) -> Array:
        return x if mode == "train" else -x


def outside(x: Array) -> Array:
    return gradient(x, "sum") + maybe_jitted(x, None, 2.0) + Trainer().right_step(x, "train") + jnp.ones(3)
