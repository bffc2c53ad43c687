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


Function = Callable[[Array], Array]


@jax.jit
def applied(function: Function, x: Array) -> Array:
    return function(x)


@jax.jit
def perhaps_applied(x: Array, function: Callable[..., Array] | None = None, *, scale: float = 1.0) -> Array:
    return x * scale if function is None else function(x)


@functools.partial(jax.jit, static_argnames="function")
def applied_static(function: Function, other: Function, x: Array) -> Array:
    return other(function(x))


def applied_later(function: Function, x: Array) -> Array:
    return function(x)


def doubled(x: Array) -> Array:
    return 2 * x


class Doubling:
    @staticmethod
    @jax.jit
    def apply(function: Function, x: Array) -> Array:
        return function(x)


def apply_all(x: Array, given: Function, partial: jax.tree_util.Partial) -> list[Array]:
    jitted = jax.jit(applied_later)
    bound = jax.jit(functools.partial(applied_static, doubled))
    return [
        applied(doubled, x),  # E: jdc-data-leaf
        applied(lambda x: x, x=x),  # E: jdc-data-leaf
        applied(function=jnp.tanh, x=x),  # E: jdc-data-leaf
        perhaps_applied(x, jax.nn.relu),  # E: jdc-data-leaf
        jitted(jnp.sin, x),  # E: jdc-data-leaf
        jax.grad(applied_later)(jnp.sin, x),  # E: jdc-data-leaf
        applied_static(doubled, jnp.sin, x),  # E: jdc-data-leaf
        applied_static(doubled, partial, x),
        applied(given, x),
        applied(partial, x),
        applied(jax.tree_util.Partial(doubled), x),
        perhaps_applied(x),
        perhaps_applied(x, None, scale=2.0),
        jax.jit(applied_later, static_argnums=0)(jnp.sin, x),
        jax.vmap(applied_later, in_axes=(None, 0))(jnp.sin, x),
        jax.grad(applied_later, argnums=1)(doubled, x),
        bound(partial, x),
        applied_later(doubled, x),
    ]


def apply_eagerly(x: Array) -> Array:
    with jax.disable_jit():
        return applied(doubled, x)
