"""Trees put together from leaves, in programs that say what they are."""

# mypy: warn-return-any, disallow-untyped-calls

from typing import Any, TypeVar, assert_type

import flax.struct
import jax
import jax.numpy as jnp
from jax.flatten_util import ravel_pytree

T = TypeVar("T")


@flax.struct.dataclass
class Ball:
    height: jax.Array
    speed: jax.Array


@flax.struct.dataclass
class Box:
    size: jax.Array


def doubled(ball: Ball) -> Ball:
    leaves, treedef = jax.tree.flatten(ball)
    made = jax.tree.unflatten(treedef, [2 * leaf for leaf in leaves])
    assert_type(made, Any)
    return jax.tree.unflatten(treedef, [2 * leaf for leaf in leaves])


def zeros(like: T) -> T:
    treedef = jax.tree_util.tree_structure(like)
    return jax.tree_util.tree_unflatten(treedef, [jnp.zeros(3)] * treedef.num_leaves)


def at_once(ball: Ball) -> Ball:
    return jax.tree.unflatten(jax.tree.structure(ball), jax.tree.leaves(ball))


def other(ball: Ball) -> Box:
    treedef = jax.tree.structure(ball)
    return jax.tree.unflatten(treedef, [])  # E: no-any-return


def either(ball: Ball, flag: bool) -> Ball:
    treedef = jax.tree.structure(ball)
    if flag:
        treedef = jax.tree.structure(Box(ball.height))
    return jax.tree.unflatten(treedef, jax.tree.leaves(ball))  # E: no-any-return


def given(treedef: jax.tree_util.PyTreeDef, leaves: list[jax.Array]) -> Ball:
    return jax.tree.unflatten(treedef, leaves)  # E: no-any-return


def with_paths(ball: Ball) -> Ball:
    found, treedef = jax.tree.flatten_with_path(ball)
    return jax.tree.unflatten(treedef, [leaf for _, leaf in found])


def raveled(ball: Ball) -> Ball:
    flat, back = ravel_pytree(ball)
    assert_type(flat, jax.Array)
    back(flat).height = flat  # E: jdc-frozen
    return back(2 * flat)


def raveled_any(tree: T, numbers: dict[str, jax.Array]) -> T:
    flat, back = ravel_pytree(tree)
    _, of_dict = ravel_pytree(numbers)
    assert_type(of_dict(flat), Any)
    return back(flat)


def held(ball: Ball) -> None:
    flat, back = ravel_pytree(ball)
    back = ravel_pytree(Box(flat))[1]


def fetched(ball: Ball) -> Ball:
    on_host = jax.device_get(ball)
    assert_type(on_host, Any)
    return jax.device_get(ball)


def fetched_other(ball: Ball) -> Box:
    return jax.device_get(ball)  # E: no-any-return
