"""What differentiates a function where it is called, or makes a tree again, keeps the class of objects."""

# mypy: warn-return-any, disallow-untyped-calls

from typing import Any, TypeVar, assert_type

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np
from jax.flatten_util import ravel_pytree

Tree = TypeVar("Tree")


@flax.struct.dataclass
class Ball:
    height: jax.Array
    speed: jax.Array


def energy(ball: Ball, gravity: float = 9.81) -> jax.Array:
    return gravity * ball.height.sum() + (ball.speed**2).sum() / 2


def pair(x: jax.Array) -> tuple[jax.Array, Ball]:
    return x, Ball(x, 2 * x)


def unknown(x: jax.Array) -> Any:
    return x


ball = Ball(jnp.ones(3), jnp.ones(3))

value, change = jax.jvp(energy, (ball,), (ball,))
assert_type(value, jax.Array)
assert_type(change, jax.Array)
assert_type(jax.jvp(pair, (jnp.ones(3),), (jnp.ones(3),))[1][1], Ball)
anything, _ = jax.jvp(unknown, (jnp.ones(3),), (jnp.ones(3),))
assert_type(anything, Any)
primal, tangent, rest = jax.jvp(pair, (jnp.ones(3),), (jnp.ones(3),), has_aux=True)
assert_type(tangent, Any)

_, back = jax.vjp(energy, ball, 1.0)
assert_type(back(jnp.ones(()))[0], Ball)
assert_type(back(jnp.ones(()))[1], jax.Array)
_, pulled, more = jax.vjp(pair, jnp.ones(3), has_aux=True)
assert_type(pulled(jnp.ones(3)), tuple[jax.Array])
assert_type(more, Ball)
given: list[Any] = [ball]
_, starred = jax.vjp(energy, *given)
assert_type(starred(jnp.ones(())), Any)

out, linear = jax.linearize(energy, ball)
assert_type(out, jax.Array)
assert_type(linear(ball), jax.Array)


def slope(x: jax.Array) -> jax.Array:
    return jax.jacfwd(lambda each: each**2)(x)


def curvature(x: jax.Array) -> jax.Array:
    return jax.hessian(lambda each: (each**3).sum())(x) @ x


def squares(scale: float, x: jax.Array) -> jax.Array:
    return scale * x**2


assert_type(jax.jacrev(squares)(1.0, jnp.ones(3)), jax.Array)
assert_type(jax.jacrev(squares, argnums=1)(1.0, jnp.ones(3)), jax.Array)
assert_type(jax.jacrev(squares, argnums=(0, 1))(1.0, jnp.ones(3)), Any)
assert_type(jax.hessian(energy)(ball), Any)


def called_with_more(x: jax.Array) -> jax.Array:
    return jax.jacrev(squares)(1.0, x, 2)  # E: call-arg


def as_found(tree: Tree) -> Tree:
    leaves, treedef = jax.tree.flatten(tree)
    return jax.tree.unflatten(treedef, leaves)


def doubled(ball: Ball) -> Ball:
    leaves, treedef = jax.tree.flatten(ball)
    again = jax.tree_util.tree_unflatten(treedef, [2 * leaf for leaf in leaves])
    assert_type(again, Any)
    return jax.tree.unflatten(treedef, leaves)


def on_the_host(ball: Ball) -> Ball:
    fetched = jax.device_get(ball)
    fetched.height[0] = 1.0
    assert isinstance(fetched.height, np.ndarray)
    return jax.device_get(ball)


def stepped(ball: Ball) -> Ball:
    flat, unravel = ravel_pytree(ball)
    assert_type(flat, jax.Array)
    return unravel(flat + 1)
