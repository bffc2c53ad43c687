"""Classes that a program registers by the object of its own module."""

import sys

import jax
import jax.numpy as jnp


class Listed:
    def __init__(self, x: jax.Array) -> None:
        self.x = x


def register(name: str) -> None:
    cls = getattr(sys.modules["__main__"], name)
    jax.tree_util.register_pytree_node(cls, lambda each: ((each.x,), None), lambda _, parts: cls(*parts))


def run() -> None:
    register("Listed")
    jax.jit(lambda each: each.x)(Listed(jnp.ones(2)))
    jnp.ones(2).at[0].set(1)  # E: jdc-discarded


if __name__ == "__main__":
    run()
