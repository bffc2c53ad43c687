"""Functions of ``operator`` and ``functools``, lambdas called at once, and trees that are dicts."""

import functools
import operator
from functools import reduce

import jax
import jax.numpy as jnp

WEIGHTS = jnp.ones((3, 4))
ROW = jnp.ones((2, 3))


def apply(weights, x):  # type: ignore[no-untyped-def]
    return x @ weights


def operators(x: jax.Array) -> None:
    print(operator.matmul(WEIGHTS, WEIGHTS))  # E: jdc-shape
    print(operator.add(WEIGHTS, jnp.ones(3)))  # E: jdc-shape
    print(operator.matmul(WEIGHTS, WEIGHTS.T), operator.add(WEIGHTS, jnp.ones(4)), operator.add(2, 3))
    print(operator.matmul(x, WEIGHTS), operator.itemgetter(1)([1, 2]))


def folded(x: jax.Array) -> None:
    print(functools.reduce(jnp.matmul, [WEIGHTS, WEIGHTS.T, WEIGHTS.T]))  # E: jdc-shape
    print(reduce(operator.add, (WEIGHTS, jnp.ones(3))))  # E: jdc-shape
    print(reduce(lambda a, b: a @ b, [WEIGHTS], ROW @ ROW.T))  # E: jdc-shape
    print(functools.reduce(jnp.matmul, [WEIGHTS, WEIGHTS.T, WEIGHTS]), reduce(operator.add, [1, 2, 3]))
    print(reduce(lambda a, b: a @ b, [WEIGHTS], ROW), reduce(jnp.add, [x, WEIGHTS]), reduce(jnp.matmul, [WEIGHTS]))


def called_at_once(x: jax.Array) -> None:
    print((lambda u: u @ ROW)(ROW))  # E: jdc-shape
    print((lambda u: u @ ROW.T)(ROW), (lambda u: u @ ROW)(x), (lambda: ROW + 1)())


def partials(x: jax.Array) -> None:
    total = functools.partial(jnp.sum, axis=2)
    step = functools.partial(apply, WEIGHTS)
    print(total(WEIGHTS))  # E: jdc-shape
    print(step(ROW.T))  # E: jdc-shape
    print(total(jnp.ones((2, 2, 2))), total(x), step(ROW), step(x))


def pulled_back(x: jax.Array) -> None:
    sums, pull = jax.vjp(lambda table: jnp.sum(table, axis=0), WEIGHTS)
    print(pull(jnp.ones(3)))  # E: jdc-shape
    print(pull(sums), pull(jnp.ones(4)), pull(x))
    _, back = jax.vjp(jnp.dot, x, WEIGHTS)
    print(back(jnp.ones(4)), back(x))
    print(back(jnp.ones(5)))  # E: jdc-shape


def trees(x: jax.Array) -> None:
    params = {"w": WEIGHTS, "b": jnp.ones(4)}
    grads = {"w": WEIGHTS, "b": jnp.ones(3)}
    print(jax.tree.map(lambda p, g: p - 0.1 * g, params, grads))  # E: jdc-shape
    print(jax.tree.map(jnp.add, [WEIGHTS, x], [jnp.ones(3), x]))  # E: jdc-shape
    print(jax.tree_util.tree_map(jnp.dot, {"w": jnp.ones(3)}, {"w": jnp.ones(4)}))  # E: jdc-shape
    print(jax.tree.map(lambda p, g: p - 0.1 * g, params, params), jax.tree.map(jnp.add, {"w": x}, {"w": x}))
    changed = {"w": jnp.ones(3)}
    changed["w"] = jnp.ones(4)
    print(jax.tree.map(jnp.add, changed, {"w": jnp.ones(4)}))


def summed(x: jax.Array) -> None:
    print(sum([WEIGHTS, jnp.ones(3)]))  # E: jdc-shape
    print(sum([WEIGHTS, WEIGHTS]) + jnp.ones(3))  # E: jdc-shape
    print(sum([WEIGHTS, jnp.ones(4)]) + jnp.ones(4), sum([WEIGHTS, x]), sum(x), sum([1, 2]), sum((WEIGHTS, 2), x))


def shaped(x: jax.Array) -> None:
    print(jax.eval_shape(lambda row: row @ WEIGHTS, ROW.T))  # E: jdc-shape
    print(jax.eval_shape(jnp.matmul, ROW, ROW))  # E: jdc-shape
    print(jax.eval_shape(lambda row: row @ WEIGHTS, ROW), jax.eval_shape(jnp.matmul, ROW, x))
    struct = jax.ShapeDtypeStruct((3, 4), jnp.float32)
    print(jax.eval_shape(jnp.matmul, ROW.T, struct))  # E: jdc-shape
    print(jax.eval_shape(jnp.add, jax.ShapeDtypeStruct(shape=(3,), dtype=jnp.int32), struct))  # E: jdc-shape
    print(jax.eval_shape(jnp.matmul, ROW, struct), struct == jax.ShapeDtypeStruct((4,), jnp.float32))
    assert struct or jax.ShapeDtypeStruct((4,), jnp.float32), "an object that is no array"


def along(x: jax.Array) -> None:
    print(jnp.apply_along_axis(jnp.sum, 2, WEIGHTS))  # E: jdc-shape
    print(jnp.apply_along_axis(jnp.sum, 1, WEIGHTS), jnp.apply_along_axis(jnp.sum, -2, WEIGHTS))
    print(jnp.apply_along_axis(jnp.sum, 2, x))
