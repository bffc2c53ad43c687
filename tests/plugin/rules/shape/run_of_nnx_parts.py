"""The run of a program that takes modules of flax.nnx apart and puts them together, and attends."""

import jax
import jax.numpy as jnp
from flax import nnx


class Net(nnx.Module):
    def __init__(self, size, rngs):
        self.first = nnx.Linear(size, 6, rngs=rngs)
        self.rest = nnx.List([nnx.Linear(6, 6, rngs=rngs) for _ in range(2)])

    def __call__(self, x):
        x = self.first(x)
        for layer in self.rest:
            x = nnx.relu(layer(x))
        return x


class Block(nnx.Module):
    def __init__(self, size, rngs):
        self.attention = nnx.MultiHeadAttention(2, size, decode=False, rngs=rngs)

    def __call__(self, x):
        return x + self.attention(x)


def main():
    graph, state = nnx.split(Net(4, nnx.Rngs(0)))
    nnx.merge(graph, state)(jnp.zeros((3, 4))) + jnp.zeros((3, 6))
    nnx.merge(graph, state)(jnp.zeros((3, 4))) + jnp.zeros((3, 4))  # E: jdc-shape

    @jax.jit
    def run(state, x):
        return nnx.merge(graph, state)(x)

    run(state, jnp.zeros((2, 4))) @ jnp.zeros((6, 2))
    run(state, jnp.zeros((2, 4))) @ jnp.zeros((4, 2))  # E: jdc-shape

    stacked = jax.tree.map(lambda x: jnp.stack([x, x]), state)
    both = jax.vmap(lambda state: nnx.merge(graph, state)(jnp.zeros((5, 4))))(stacked)
    both + jnp.zeros((2, 5, 6))
    graph, kernels, others = nnx.split(Net(5, nnx.Rngs(0)), nnx.Param, ...)
    nnx.merge(graph, kernels, others)(jnp.zeros((3, 5))) + jnp.zeros((3, 6))
    nnx.merge(graph, kernels, others)(jnp.zeros((3, 5))) + jnp.zeros((3, 7))  # E: jdc-shape
    nnx.clone(Net(3, nnx.Rngs(0)))(jnp.zeros(3)) + jnp.zeros(6)
    nnx.clone(Net(3, nnx.Rngs(0)))(jnp.zeros(3)) + jnp.zeros(3)  # E: jdc-shape
    Block(8, nnx.Rngs(0))(jnp.zeros((2, 7, 8))) + jnp.zeros((2, 7, 8))
    Block(8, nnx.Rngs(0))(jnp.zeros((2, 7, 8))) + jnp.zeros((2, 8, 8))  # E: jdc-shape


main()
