"""The run of a program that flattens nested dicts of parameters."""

import jax
import jax.numpy as jnp
from flax import traverse_util
from flax.traverse_util import flatten_dict, unflatten_dict


def params():
    return {"first": {"w": jnp.zeros((2, 3)), "b": jnp.zeros(3)}, "last": {"w": jnp.zeros((3, 4)), "empty": {}}}


def main():
    flat = flatten_dict(params())
    flat["first", "w"] @ jnp.zeros(3)
    flat["first", "w"] @ jnp.zeros(4)  # E: jdc-shape
    jnp.zeros(len(flat)) + jnp.zeros(3)
    decayed = {path: value * 0.1 if path[-1] == "w" else value for path, value in flat.items()}
    unflatten_dict(decayed)["last"]["w"] + jnp.zeros((3, 4))
    unflatten_dict(decayed)["last"]["w"] + jnp.zeros((4, 3))  # E: jdc-shape
    named = traverse_util.flatten_dict(params(), sep="/")
    named["last/w"] @ jnp.zeros(4)
    named["last/w"] @ jnp.zeros(5)  # E: jdc-shape
    traverse_util.unflatten_dict(named, sep="/")["first"]["b"] + jnp.zeros(3)
    traverse_util.unflatten_dict(named, sep="/")["first"]["b"] + jnp.zeros(7)  # E: jdc-shape
    kept = flatten_dict(params(), keep_empty_nodes=True)
    jnp.zeros(len(kept)) + jnp.zeros(4)
    jax.tree.leaves(named)


main()
