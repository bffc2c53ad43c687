"""jdc-shape: trees of which the first is not known, in a module that is followed."""

import jax
import jax.numpy as jnp


def gathered(tree, places):
    count = jnp.max(places) + 1
    first = jax.tree.map(lambda x: x[0], tree)
    found = [jax.tree.map(lambda x: x + 1, first) for _ in range(count)]
    for place, at in enumerate(places):
        found[at] = jax.tree.map(lambda x, y: x + y[place], found[at], tree)
    return found


def kept(trees, name):
    return jax.tree.map(lambda x, y: x * y.sum(), trees.get(name), {"x": jnp.ones(2), "y": jnp.ones(3)})


def nested(tree):
    return jax.tree.map(lambda x, y: x * y["scale"], tree, {"x": {"scale": 2.0}, "y": {"scale": 3.0}})


tree = {"x": jnp.ones((3, 2)), "y": jnp.ones((3, 4))}
rows = gathered(tree, jnp.array([0, 2, 1]))
print(rows[0]["x"], kept({"a": {"x": 1.0, "y": 2.0}}, "a"), nested({"x": jnp.ones(5), "y": jnp.ones(6)}))
print(jax.tree.map(lambda x, y: x + y["scale"], jnp.ones(7), {"scale": 2.0}))
print(jax.tree.map(lambda x, y: x + y["size"], jnp.ones(8), {"scale": 2.0}))  # E: jdc-shape
print(jax.tree.map(lambda x, y: x + y, tree, {"x": jnp.ones(9), "y": jnp.ones(4)}))  # E: jdc-shape
