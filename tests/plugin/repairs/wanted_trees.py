"""Trees that `jax.tree.map` makes where the program says what they are: masks, and trees of generic functions."""

# mypy: warn-return-any

from collections.abc import Sequence
from typing import Any, TypeVar, assert_type

import flax.struct
import jax
import jax.numpy as jnp

T = TypeVar("T")
BallT = TypeVar("BallT", bound="Ball")


@flax.struct.dataclass
class Ball:
    height: jax.Array
    speed: jax.Array

    def same(self: BallT, other: "Ball") -> BallT:
        return jax.tree.map(jnp.maximum, self, other)


@flax.struct.dataclass
class Box:
    size: jax.Array


def mask(ball: Ball) -> Ball:
    return jax.tree.map(lambda leaf: leaf.ndim > 1, ball)


def stack(trees: Sequence[T]) -> T:
    return jax.tree.map(lambda *leaves: jnp.stack(leaves), *trees)


def where(flag: jax.Array, first: T, second: T) -> T:
    return jax.tree.map(lambda x, y: jnp.where(flag, x, y), first, second)


def of_other(ball: Ball) -> Box:
    return jax.tree.map(lambda leaf: leaf.ndim > 1, ball)  # E: no-any-return


def of_class(ball: Ball) -> Box:
    return jax.tree.map(lambda leaf: leaf * 2, ball)  # E: return-value


def unknown(tree: Any, like: T) -> T:
    return jax.tree.map(lambda leaf: leaf.ndim > 1, tree)  # E: no-any-return


def use(ball: Ball) -> None:
    assert_type(jax.tree.map(lambda leaf: leaf.ndim > 1, ball), Any)
    said: Ball = jax.tree.map(lambda leaf: leaf.ndim > 1, ball)
    assert_type(stack([said, ball]), Ball)
    assert_type(where(ball.height > 0, ball, said), Ball)
    assert_type(mask(ball).same(ball), Ball)


def by_path(ball: Ball, like: T) -> T:
    assert_type(jax.tree.map_with_path(lambda path, leaf: 2 * leaf, ball), Ball)
    assert_type(jax.tree.map_with_path(lambda path, leaf: leaf.ndim > 1, ball), Any)
    assert_type(jax.tree_util.tree_map_with_path(lambda path, x, y: x + y, ball, ball), Ball)
    return jax.tree_util.tree_map_with_path(lambda path, leaf: jnp.zeros_like(leaf), like)
