"""Lambdas under transformations and in `jax.tree.map`, and partials of transformations, keep the class of objects."""

# mypy: warn-return-any, disallow-untyped-calls

import functools
from collections.abc import Sequence
from typing import Any, Self, TypeVar, assert_type

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec


@flax.struct.dataclass
class Ball:
    height: jax.Array
    speed: jax.Array

    def doubled(self) -> Self:
        return jax.tree.map(lambda leaf: 2 * leaf, self)

    def fallen(self, steps: int) -> Self:
        return lax.fori_loop(0, steps, lambda _, each: each, self)

    def slope(self) -> Self:
        return jax.grad(lambda ball: (ball.speed**2).sum())(self)

    def held(self, flag: jax.Array) -> Self:
        return lax.cond(flag, lambda ball: ball.doubled(), lambda ball: ball, self)

    @classmethod
    def shapes(cls) -> Self:
        return jax.eval_shape(lambda: cls(jnp.zeros(2), jnp.zeros(2)))


@flax.struct.dataclass
class Box:
    width: jax.Array


AnyBall = TypeVar("AnyBall", bound=Ball)


@functools.partial(jax.checkpoint, static_argnums=(1,))
def fall(ball: Ball, steps: int) -> Ball:
    return ball


@functools.partial(jax.grad, argnums=1)
def slope(scale: float, ball: Ball) -> jax.Array:
    return scale * ball.height.sum()


@functools.partial(jax.value_and_grad, has_aux=True)
def slope_and_more(ball: Ball) -> tuple[jax.Array, Box]:
    return ball.height.sum(), Box(ball.height)


class Base:
    @functools.partial(jax.checkpoint, static_argnums=(0,))
    def step(self, x: jax.Array) -> jax.Array:
        return x


class Child(Base):
    def step(self, x: jax.Array) -> jax.Array:
        return -x


def scaled(ball: AnyBall) -> AnyBall:
    return jax.tree.map(jnp.negative, ball)


def height(ball: Ball) -> jax.Array:
    return jax.jit(lambda each: each.height.sum())(ball)


def energies(balls: Ball) -> jax.Array:
    return jax.vmap(lambda each: each.speed**2)(balls)


def spread(ball: Ball, box: Box | None, balls: Sequence[Ball], either: Ball | Box) -> None:
    assert_type(jax.jit(lambda each: each)(ball), Ball)
    assert_type(jax.jit(lambda each: each.replace(speed=-each.speed))(ball), Ball)
    assert_type(jax.vmap(lambda x: Box(x))(ball.height), Box)
    assert_type(jax.checkpoint(lambda each: each)(ball), Ball)
    assert_type(jax.value_and_grad(lambda each: each.height.sum())(ball)[1], Ball)
    assert_type(lax.map(lambda each: each, ball), Ball)
    assert_type(fall(ball, 2), Ball)
    assert_type(slope(2.0, ball), Ball)
    assert_type(slope_and_more(ball), tuple[tuple[jax.Array, Box], Ball])
    assert_type(jax.tree.map(lambda *leaves: jnp.stack(leaves), *balls), Ball)
    assert_type(jax.tree.map(functools.partial(jnp.where, ball.height > 0), ball, ball), Ball)
    assert_type(jax.tree.map(lax.stop_gradient, ball), Ball)
    assert_type(jax.tree.map(jnp.sin, box), Box | None)
    assert_type(jax.tree.map(jnp.sin, either), Ball | Box)
    assert_type(jax.eval_shape(functools.partial(fall, steps=1), ball), Ball)
    assert_type(jax.eval_shape(Box, ball.height), Box)
    fall("ball", 2)  # E: arg-type
    jax.jit(lambda each: each.height)(ball).heigth  # E: attr-defined


def stacked_in_place(balls: list[Ball]) -> object:
    """The list gives its name to the one object: mypy holds on to the first type, and says nothing of `Any`."""
    balls = jax.tree.map(lambda *leaves: jnp.stack(leaves), *balls)
    return balls


def other_leaves(ball: Ball) -> None:
    assert_type(jax.tree.map(lambda leaf: leaf.shape, ball), Any)
    assert_type(jax.tree.map(lambda leaf: leaf.ndim > 0, ball), Any)
    assert_type(jax.tree.map(lambda leaf: jax.ShapeDtypeStruct(leaf.shape, leaf.dtype), ball), Any)
    assert_type(jax.tree.map(lambda _: PartitionSpec("data"), ball), Any)
    heights = jax.vmap(lambda each: each.height)(ball)
    heights = np.asarray(heights)
    results = jax.vmap(lambda each: {"height": each.height})(ball)
    results["count"] = 3
    pair = jax.jit(lambda each: (each, 3))(ball)
    assert_type(pair, Any)
    first, second = jax.jit(lambda each: (each, 3))(ball)
    assert_type(first, Ball)
    assert_type(second, Any)
    numbers = jax.vmap(lambda x: x + 1)
    numbers(ball.height)


class Vector:
    def __init__(self, x: jax.Array, unit: str) -> None:
        self.x, self.unit = x, unit

    def __add__(self, other: "Vector") -> "Vector":
        return Vector(self.x + other.x, self.unit)


jax.tree_util.register_pytree_node(Vector, lambda each: ((each.x,), each.unit), lambda unit, x: Vector(*x, unit))


def doubled(vector: Vector) -> Vector:
    return jax.jit(lambda each: each + each)(vector)
