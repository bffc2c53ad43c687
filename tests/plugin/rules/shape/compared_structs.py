"""jdc-shape: what `jax.eval_shape` gives is compared as a whole, and counts as true; an array does neither."""

import jax
import jax.numpy as jnp


def doubled(x):
    return x * 2


def moved(x):
    return x + 1


def summed(x):
    return {"x": x, "sum": x.sum()}


def is_alike(x: jax.Array) -> bool:
    one, other = jax.eval_shape(doubled, x), jax.eval_shape(moved, x)
    if one != other:
        return False
    return bool(one == other)


x = jnp.ones(3)
one, other = jax.eval_shape(doubled, x), jax.eval_shape(moved, x)
assert one == other
if one != other:
    raise ValueError
whole, again = jax.eval_shape(summed, x), jax.eval_shape(summed, x)
assert whole == again
if whole["x"] != whole["sum"]:
    print("other shapes")
print("alike" if one == other and not one != other else "unlike", bool(one), is_alike(x))
assert all(a == b for a, b in zip(jax.tree.leaves(whole), jax.tree.leaves(again), strict=True))
zeros = jax.tree.map(lambda s: jnp.zeros(s.shape, s.dtype), whole)


def apart(zeros):
    return zeros["x"] + jnp.ones(4)  # E: jdc-shape


def chosen(x):
    if doubled(x) == moved(x):  # E: jdc-shape
        return x
    return -x


print(chosen(x))
print(apart(zeros))
