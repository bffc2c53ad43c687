"""Classes that functions of the module take apart: what these give as children is traced."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.tree_util import register_pytree_node, register_pytree_node_class


class Weights:
    def __init__(self, kernel: jax.Array, size: int, name: str) -> None:
        self.kernel = kernel
        self.size = size
        self.name = name

    @property
    def norm(self) -> jax.Array:
        return jnp.sqrt(jnp.sum(self.kernel**2))

    def positive(self) -> jax.Array:
        if self.size > 0:  # E: jdc-concrete
            return self.kernel
        return -self.kernel

    def is_long(self) -> bool:
        return len(self.name) > 3


def _flatten(weights: Weights) -> tuple[tuple[jax.Array, int], str]:
    return (weights.kernel, weights.size), weights.name


def _unflatten(name: str, children: tuple[jax.Array, int]) -> Weights:
    return Weights(*children, name)


register_pytree_node(Weights, _flatten, _unflatten)


@jax.jit
def scaled(weights: Weights) -> jax.Array:
    if weights.name == "a" or weights.is_long() or weights.kernel.ndim == 1:
        print(weights.name)
    if weights.norm > 1:  # E: jdc-concrete
        print(weights.name)
    size = int(weights.size)  # E: jdc-concrete
    return weights.kernel[: weights.size] + size + np.asarray(weights.kernel)  # E: jdc-concrete


@jax.jit
def by_method(weights: Weights) -> jax.Array:
    return weights.positive()


@jax.jit
def set_here(weights: Weights) -> jax.Array:
    weights.size = 3
    return weights.kernel[: weights.size]


def on_the_host(weights: Weights) -> jax.Array:
    return weights.kernel[: weights.size] if weights.norm > 1 else weights.kernel


@register_pytree_node_class
class Point:
    def __init__(self, place: jax.Array, count: int = 0) -> None:
        self.place = place
        self.count = count

    def tree_flatten(self) -> tuple[tuple[jax.Array], int]:
        return (self.place,), self.count

    @classmethod
    def tree_unflatten(cls, count: int, children: tuple[jax.Array]) -> Point:
        return cls(*children, count)

    @jax.jit
    def grown(self) -> jax.Array:
        for _ in range(self.count):
            if self.place.sum() > 1:  # E: jdc-concrete
                break
        return self.place


def body(point: Point, _: None) -> tuple[Point, None]:
    while point.place[0] > 0:  # E: jdc-concrete
        point = Point(point.place - 1, point.count)
    return point, None


jax.lax.scan(body, Point(jnp.ones(2)), None, length=2)
jax.jit(lambda point: point.place if point.count else -point.place)(Point(jnp.ones(2)))
jax.jit(lambda point: point.place if point.place[0] else -point.place)(Point(jnp.ones(2)))  # E: jdc-concrete


@register_pytree_node_class
class Branching:
    """It depends on the object what becomes a leaf."""

    def __init__(self, size: int) -> None:
        self.size = size

    def tree_flatten(self) -> tuple[Any, ...]:
        if self.size > 3:
            return (self.size,), None
        return (), self.size

    @classmethod
    def tree_unflatten(cls, size: int | None, children: Iterable[Any]) -> Branching:
        return cls(*children) if size is None else cls(size)


@jax.jit
def branching(each: Branching, x: jax.Array) -> jax.Array:
    return x[: each.size]


class Box:
    def __init__(self, size: int, x: jax.Array) -> None:
        self.size = size
        self.x = x

    def fit(self) -> None:
        self.size = 3

    def fitted(self) -> Box:
        self.fit()
        return self

    def by_name(self) -> None:
        for name in ("size",):
            setattr(self, name, 3)

    def total(self) -> jax.Array:
        return self.x.sum()


register_pytree_node(Box, lambda box: ((box.size, box.x), None), lambda _, children: Box(*children))


def fit(box: Box) -> None:
    box.size = 4


@jax.jit
def fitted_before(box: Box, other: Box, third: Box, fourth: Box) -> jax.Array:
    box.fit()
    fit(other)
    third = third.fitted()
    fourth.by_name()
    return box.x[: box.size] + other.x[: other.size] + third.x[: third.size] + fourth.x[: fourth.size]


@jax.jit
def added_up(box: Box) -> jax.Array:
    return box.x[: box.size] + box.total()  # E: jdc-concrete
