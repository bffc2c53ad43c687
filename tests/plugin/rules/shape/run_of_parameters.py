"""The arrays that layers hold."""

import equinox as eqx
import jax
import jax.numpy as jnp
from flax import nnx


class Net(eqx.Module):
    embed: eqx.nn.Embedding
    cell: eqx.nn.GRUCell
    head: eqx.nn.Linear

    def __init__(self, vocab, dim, hidden, *, key):
        a, b, c = jax.random.split(key, 3)
        self.embed = eqx.nn.Embedding(vocab, dim, key=a)
        self.cell = eqx.nn.GRUCell(dim, hidden, key=b)
        self.head = eqx.nn.Linear(hidden, vocab, key=c)


def held(layer, name):
    return getattr(layer, name)


def main():
    net = Net(7, 3, 5, key=jax.random.key(0))
    net.embed.weight @ net.embed.weight.T
    net.embed.weight @ net.embed.weight  # E: jdc-shape
    net.head.weight @ held(net.cell, "bias_n")
    held(net.cell, "bias_n") @ net.head.weight  # E: jdc-shape
    net.cell.weight_hh @ jnp.zeros(5)
    net.cell.weight_ih @ jnp.zeros(5)  # E: jdc-shape
    held(net.head, "bias") + jnp.zeros(5)  # E: jdc-shape
    norm = eqx.nn.LayerNorm(4)
    held(norm, "weight") + jnp.zeros(4)
    held(norm, "bias") + jnp.zeros(3)  # E: jdc-shape
    linear = nnx.Linear(3, 4, rngs=nnx.Rngs(0))
    jnp.zeros(3) @ linear.kernel
    jnp.zeros(4) @ linear.kernel  # E: jdc-shape
    bias = held(linear, "bias")
    bias.value = jnp.zeros(6)
    held(linear, "bias").value + jnp.zeros(6)
    held(linear, "bias").value + jnp.zeros(4)  # E: jdc-shape


main()
