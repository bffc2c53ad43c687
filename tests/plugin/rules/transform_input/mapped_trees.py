"""jdc-transform-input: trees of different structure in one call of `jax.tree.map`."""

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import pytest


@flax.struct.dataclass
class Moments:
    mean: jax.Array
    count: jax.Array | None = None
    name: str = flax.struct.field(pytree_node=False, default="x")


class Layer(eqx.Module):
    weight: jax.Array
    size: int = eqx.field(static=True)


def blend(a: jax.Array, b: jax.Array) -> jax.Array:
    return (a + b) / 2


x = jnp.ones(3)
one = Moments(x)
other = Moments(x, name="y")
added = jax.tree.map(jnp.add, one, Moments(x, name="x"))
merged = jax.tree.map(blend, one, Moments(x, name="x"))
merged = jax.tree.map(blend, Moments(x, name="a"), Moments(x, name="b"))  # E: jdc-transform-input
layers = jax.tree.map(blend, Layer(x, 3), Layer(x, 4))  # E: jdc-transform-input
layers = jax.tree.map(blend, Layer(x, 3), Layer(2 * x, 3))
both = jax.tree_util.tree_map(blend, (x, x), (x, x, x))  # E: jdc-transform-input
both = jax.tree.map(blend, (x, None), (x, x))  # E: jdc-transform-input
both = jax.tree.map(lambda a, b: a, (x, x), (x, None))
both = jax.tree.map(lambda a, b: a, (x, x), (x, {"a": x}))
both = jax.tree.map(blend, {"a": x}, {"b": x})  # E: jdc-transform-input
both = jax.tree.map(blend, {"a": x, "b": x}, {"b": x, "a": x})
both = jax.tree.map(lambda a, b: b, (x, x), [x, x])  # E: jdc-transform-input
nothing = jax.tree.map(lambda a, b: b, (x, None), (x, x), is_leaf=lambda each: each is None)
with pytest.raises(ValueError, match="tuple"):
    jax.tree.map(blend, (x, x), (x, x, x))

summed = jax.tree.map(blend, Moments(x, name="a"), Moments(2 * x, name="a"))
last = jax.tree.map(blend, summed, Moments(x, name="a"))
last = jax.tree.map(blend, summed, Moments(x, name="c"))  # E: jdc-transform-input
last_layer = jax.tree.map(blend, jax.tree.map(jnp.tanh, Layer(x, 3)), Layer(x, 4))  # E: jdc-transform-input
replaced = jax.tree.map(lambda each: Moments(x, name="c"), summed, is_leaf=lambda each: isinstance(each, Moments))
last = jax.tree.map(blend, replaced, Moments(x, name="c"))
