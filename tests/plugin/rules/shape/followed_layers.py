"""Layers of libraries in lists, in objects and one behind the other, as a run makes and changes them."""

from itertools import pairwise

import equinox as eqx
import jax
import jax.numpy as jnp
from flax import nnx

KEY = jax.random.key(0)


class Mlp(eqx.Module):
    layers: list
    head: eqx.nn.Linear

    def __init__(self, sizes, key):
        keys = jax.random.split(key, len(sizes))
        self.layers = [eqx.nn.Linear(n, m, key=k) for n, m, k in zip(sizes[:-1], sizes[1:], keys)]
        self.head = eqx.nn.Linear(sizes[0], 1, key=keys[-1])

    def __call__(self, x):
        for layer in self.layers:
            x = jax.nn.relu(layer(x))
        return self.head(x)  # E: jdc-shape


class Stack(nnx.Module):
    def __init__(self, widths, rngs):
        self.layers = nnx.List([nnx.Linear(n, m, rngs=rngs) for n, m in pairwise(widths)])
        self.norm = nnx.LayerNorm(widths[0], rngs=rngs)

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.norm(x)  # E: jdc-shape


def test_right() -> None:
    Mlp([3, 8, 3], KEY)(jnp.ones(3)) + jnp.ones(1)
    stack = Stack([3, 8, 4], nnx.Rngs(0))
    stack.norm = nnx.LayerNorm(4, rngs=nnx.Rngs(0))
    stack(jnp.ones((5, 3))) + jnp.ones((5, 4))
    stack.layers[-1] = nnx.Linear(8, 6, rngs=nnx.Rngs(0))
    stack.norm = nnx.LayerNorm(6, rngs=nnx.Rngs(0))
    stack(jnp.ones((5, 3))) + jnp.ones((5, 6))
    stack(jnp.ones((5, 3))) + jnp.ones((5, 4))  # E: jdc-shape


def test_wrong() -> None:
    Mlp([3, 8, 2], KEY)(jnp.ones(3))


def test_norm() -> None:
    Stack([3, 8, 4], nnx.Rngs(0))(jnp.ones((5, 3)))


def test_sequences() -> None:
    first, last = eqx.nn.Linear(3, 4, key=KEY), eqx.nn.Linear(4, 5, key=KEY)
    whole = eqx.nn.Sequential([first, eqx.nn.Lambda(jnp.tanh), last])
    whole(jnp.ones(3)) + jnp.ones(5)
    whole[0](jnp.ones(3)) + jnp.ones(4)
    whole(jnp.ones(3)) + jnp.ones(4)  # E: jdc-shape
    eqx.nn.Sequential([first, first])(jnp.ones(3))  # E: jdc-shape
    seq = nnx.Sequential(nnx.Linear(3, 4, rngs=nnx.Rngs(0)), nnx.relu, nnx.Linear(4, 5, rngs=nnx.Rngs(0)))
    seq(jnp.ones((2, 3))) + jnp.ones((2, 5))
    seq(jnp.ones((2, 3))) + jnp.ones((2, 4))  # E: jdc-shape


def test_changed() -> None:
    layers = [nnx.Linear(3, 4, rngs=nnx.Rngs(0))]
    layers[0](jnp.ones(3)) + jnp.ones(3)  # E: jdc-shape
    layers[0].kernel = nnx.Param(jnp.ones((3, 7)))
    layers[0].bias = nnx.Param(jnp.ones(7))
    layers[0](jnp.ones(3)) + jnp.ones(7)
    kept = [eqx.nn.Linear(3, 4, key=KEY)]
    wide = jax.tree.map(lambda x: jnp.concatenate([x, x]), kept)
    wide[0](jnp.ones(3)) + jnp.ones(8)
    many = eqx.filter_vmap(lambda k: [eqx.nn.Linear(3, 4, key=k)])(jax.random.split(KEY, 5))
    many[0].weight + jnp.ones((5, 4, 3))
    eqx.filter_vmap(lambda each, x: each[0](x), in_axes=(0, None))(many, jnp.ones(3)) + jnp.ones((5, 4))
    other = eqx.tree_at(lambda each: each[0], kept, eqx.nn.Linear(3, 6, key=KEY))
    other[0](jnp.ones(3)) + jnp.ones(6)
    kept[0](jnp.ones(3)) + jnp.ones(6)  # E: jdc-shape


def test_sizes() -> None:
    cell, linear = eqx.nn.GRUCell(3, 4, key=KEY), nnx.Linear(5, 6, rngs=nnx.Rngs(0))
    state = cell(jnp.ones(cell.input_size), jnp.zeros(cell.hidden_size))
    state + jnp.zeros(4)
    cell(jnp.ones(cell.hidden_size), state)  # E: jdc-shape
    linear(jnp.ones((2, linear.in_features))) + jnp.ones(linear.out_features)
    linear(jnp.ones((2, linear.out_features)))  # E: jdc-shape
