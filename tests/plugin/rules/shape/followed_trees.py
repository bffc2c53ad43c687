"""jdc-shape: leaves of what may be a tree of its own, in a module that is followed."""

import jax
import jax.numpy as jnp


class Pair:
    def __init__(self, first: jax.Array, second: jax.Array) -> None:
        self.first = first
        self.second = second


class Other(Pair):
    pass


def register(cls: type[Pair]) -> None:
    jax.tree_util.register_pytree_node(
        cls, lambda pair: ((pair.first, pair.second), None), lambda _, children: cls(*children)
    )


register(Other)
jax.tree_util.register_pytree_node(
    Pair, lambda pair: ((pair.first, pair.second), None), lambda _, children: Pair(*children)
)
one, other = jax.tree.leaves(Pair(jnp.ones(2), jnp.ones(3)))
one, other = jax.tree.leaves(Other(jnp.ones(2), jnp.ones(3)))
_, pulled = jax.vjp(lambda x: x**2, 3.0)
lowered = jax.jit(lambda x: x**2).lower(3.0)
(info,) = jax.tree.leaves(lowered.args_info)
print(one, other, pulled, info)
one, other = jax.tree.leaves([jnp.ones(2)])  # E: jdc-shape
