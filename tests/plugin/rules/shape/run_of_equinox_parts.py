"""The run of a program that takes modules of equinox apart, puts them together and changes parts of them."""

from collections.abc import Callable

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np


class Linear(eqx.Module):
    weight: jax.Array
    bias: jax.Array | None
    steps: jax.Array
    act: Callable[[jax.Array], jax.Array]
    size: int = eqx.field(static=True, default=3)

    def __init__(self, size, out):
        self.weight = jnp.zeros((out, size))
        self.bias = None
        self.steps = jnp.zeros((), int)
        self.act = jax.nn.relu
        self.size = size

    def __call__(self, x):
        return self.act(self.weight @ x)  # E: jdc-shape


class Net(eqx.Module):
    layers: list[Linear]
    head: eqx.nn.Linear
    table: np.ndarray

    def __init__(self):
        self.layers = [Linear(4, 6), Linear(6, 2)]
        self.head = eqx.nn.Linear(2, 5, key=jax.random.key(0))
        self.table = np.zeros(3)

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.head(x)


def main():
    net = Net()
    arrays, rest = eqx.partition(net, eqx.is_array)
    whole = eqx.combine(arrays, rest)
    whole(jnp.zeros(4)) + jnp.zeros(5)
    whole(jnp.zeros(4)) + jnp.zeros(2)  # E: jdc-shape
    eqx.combine(rest, arrays)(jnp.zeros(4)) + jnp.zeros(3)  # E: jdc-shape
    arrays.layers[0].weight @ jnp.zeros(4)
    arrays.layers[0].weight @ jnp.zeros(6)  # E: jdc-shape
    floats = eqx.filter(net, eqx.is_inexact_array)
    floats.layers[1].weight + jnp.zeros((2, 6))
    floats.layers[1].weight + jnp.zeros((6, 2))  # E: jdc-shape
    if floats.layers[0].steps is None and rest.layers[0].weight is None:
        jnp.zeros(2)
    numbers, others = eqx.partition({"a": 1, "b": 2.0, "c": jnp.zeros(2)}, eqx.is_array_like)
    numbers["c"] + jnp.zeros(2)
    numbers["c"] + jnp.zeros(3)  # E: jdc-shape
    if others["c"] is None:
        jnp.zeros(1)
    wider = eqx.tree_at(lambda n: n.layers[0].weight, net, jnp.zeros((6, 7)))
    wider.layers[0](jnp.zeros(7)) + jnp.zeros(6)
    wider.layers[0](jnp.zeros(4))
    net.layers[0](jnp.zeros(4)) + jnp.zeros(6)
    both = eqx.tree_at(
        lambda n: (n.layers[0].weight, n.layers[1].weight), net, (jnp.zeros((8, 4)), jnp.zeros((2, 8)))
    )
    both(jnp.zeros(4)) + jnp.zeros(5)
    both.layers[1].weight @ jnp.zeros(6)  # E: jdc-shape
    turned = eqx.tree_at(lambda n: n.layers[0].weight, net, replace_fn=lambda w: w.T)
    turned.layers[0].weight @ jnp.zeros(6)
    turned.layers[0].weight @ jnp.zeros(4)  # E: jdc-shape
    biased = eqx.tree_at(lambda n: n.layers[0].bias, net, jnp.zeros(6), is_leaf=lambda x: x is None)
    biased.layers[0](jnp.zeros(4)) + jnp.zeros(6)
    headed = eqx.tree_at(lambda n: n.head.weight, net, jnp.zeros((9, 2)))
    headed.head.weight @ jnp.zeros(2)
    shorter = eqx.tree_at(lambda n: n.layers, net, [Linear(4, 2)])
    shorter(jnp.zeros(4)) + jnp.zeros(5)
    shorter(jnp.zeros(4)) + jnp.zeros(7)  # E: jdc-shape

    @jax.jit
    def run(arrays, x):
        return eqx.combine(arrays, rest)(x)

    run(arrays, jnp.zeros(4)) + jnp.zeros(5)
    run(arrays, jnp.zeros(4)) + jnp.zeros(4)  # E: jdc-shape


main()
