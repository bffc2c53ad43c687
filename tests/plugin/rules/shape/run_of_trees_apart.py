"""The run of a program that takes trees apart and puts them together."""

import operator
from collections import OrderedDict

import jax
import jax.numpy as jnp
import numpy as np
from jax.flatten_util import ravel_pytree


class Pair:
    def __init__(self, one, two):
        self.one = one
        self.two = two


jax.tree_util.register_pytree_node(Pair, lambda pair: ((pair.one, pair.two), None), lambda _, both: Pair(*both))


def params():
    return {"w": jnp.zeros((2, 3)), "b": jnp.zeros(3), "rest": [jnp.zeros(4), None, (jnp.zeros(5),)]}


def decayed(path, leaf):
    return leaf * 0.1 if "b" in jax.tree_util.keystr(path) else leaf


@jax.custom_vjp
def doubled(x):
    return jnp.concatenate([x, x])


doubled.defvjp(lambda x: (doubled(x), None), lambda _, slope: (slope[: slope.shape[0] // 2],))


@jax.custom_jvp
def halved(x):
    return x[: x.shape[0] // 2]


@halved.defjvp
def halved_slope(primals, tangents):
    return halved(*primals), halved(*tangents)


def main():
    leaves, treedef = jax.tree.flatten(params())
    leaves[0] + jnp.zeros(3)
    leaves[1] @ jnp.zeros(5)  # E: jdc-shape
    jnp.zeros(len(leaves)) + jnp.zeros(4)
    again = jax.tree.unflatten(treedef, [each[None] for each in leaves])
    again["w"] @ jnp.zeros((3, 1))
    again["w"] + jnp.zeros((1, 3, 3))  # E: jdc-shape
    treedef.unflatten(leaves)["rest"][2][0] + jnp.zeros(5)
    treedef.unflatten(leaves)["rest"][0] + jnp.zeros(5)  # E: jdc-shape
    shapes = jax.tree_util.tree_unflatten(jax.tree.structure(params()), [each.shape for each in leaves])
    jnp.zeros(shapes["w"]) + jnp.zeros((2, 3))
    jnp.zeros(shapes["w"]) + jnp.zeros((3, 2))  # E: jdc-shape
    pairs, rest = jax.tree.flatten({"pair": Pair(jnp.zeros(2), jnp.zeros(3))})
    rest.unflatten(pairs)["pair"].two + jnp.zeros(3)
    for _, leaf in jax.tree_util.tree_leaves_with_path(params()):
        leaf * 2
    jax.tree_util.tree_map_with_path(decayed, params())["b"] + jnp.zeros(3)
    jax.tree_util.tree_map_with_path(decayed, params())["b"] + jnp.zeros(2)  # E: jdc-shape
    (_, last), *_ = jax.tree_util.tree_flatten_with_path(params())[0][::-1]
    last @ jnp.zeros((2, 3)).T
    jax.tree.reduce(lambda total, leaf: total + leaf.sum(), params(), 0.0) + jnp.zeros(2)
    jax.tree.reduce(operator.add, [jnp.zeros(3), jnp.zeros(3)]) + jnp.zeros(8)  # E: jdc-shape
    (first, _), _ = jax.tree.flatten(OrderedDict(b=jnp.zeros(3), a=jnp.zeros(4)))
    first + jnp.zeros(3)
    first + jnp.zeros(21)  # E: jdc-shape
    flat, back = ravel_pytree(params())
    flat + jnp.zeros(18)
    flat + jnp.zeros(9)  # E: jdc-shape
    back(flat * 2)["w"] @ jnp.zeros(3)
    back(flat * 2)["w"] @ jnp.zeros(2)  # E: jdc-shape
    mixed, _ = ravel_pytree({"a": jnp.zeros(2), "b": np.zeros(3, np.int32), "c": 1.0})
    mixed + jnp.zeros(6)
    out = jax.eval_shape(lambda x, y: {"z": x @ y}, jnp.zeros((2, 3)), jnp.zeros((3, 4)))
    jnp.zeros(out["z"].shape, out["z"].dtype) + jnp.zeros((2, 4))
    jnp.zeros(out["z"].shape) + jnp.zeros((4, 2))  # E: jdc-shape
    jax.eval_shape(lambda x: x @ jnp.zeros(3), jnp.zeros((2, 4)))  # E: jdc-shape
    doubled(jnp.zeros(3)) + jnp.zeros(6)
    doubled(jnp.zeros(3)) + jnp.zeros(3)  # E: jdc-shape
    halved(jnp.zeros(4)) + jnp.zeros(2)
    halved(jnp.zeros(4)) + jnp.zeros(4)  # E: jdc-shape


main()
