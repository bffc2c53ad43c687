"""Functions under `flax.nnx.jit`: numbers and arrays are tracers, plain attributes of an object of nnx are not."""

from functools import partial
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp
from flax import nnx


@flax.struct.dataclass
class Batch:
    x: jax.Array
    size: int


class Net(nnx.Module):
    def __init__(self, depth: int, rngs: nnx.Rngs) -> None:
        self.linear = nnx.Linear(2, 2, rngs=rngs)
        self.depth = depth
        self.training = True
        self.count = nnx.Variable(jnp.array(0))

    def __call__(self, x: jax.Array) -> jax.Array:
        for _ in range(self.depth):
            x = self.linear(x)
        if self.training:
            x = jax.nn.relu(x)
        self.count[...] += 1
        return x


@nnx.jit
def bare(net: Net, x: jax.Array, train: bool) -> jax.Array:
    if net.training and net.depth > 1:
        x = net(x)
    if train:  # E: jdc-concrete
        return x
    return jnp.zeros(net.depth)


@nnx.jit(static_argnames="train")
def with_static(net: Net, batch: Batch, train: bool) -> jax.Array:
    if train:
        return net(batch.x)
    return jnp.zeros(batch.size)  # E: jdc-concrete


@partial(nnx.jit, static_argnums=1, donate_argnums=0)
def by_partial(x: jax.Array, n: int) -> jax.Array:
    return jnp.tile(x, n) if x.sum() > 0 else x  # E: jdc-concrete


@nnx.jit
def of_any(net: Any, x: jax.Array) -> jax.Array:
    return net(x) if net.depth > 2 else x


@nnx.jit
def steps(net: Net, optimizer: nnx.Optimizer[Net], x: jax.Array) -> jax.Array:
    def loss_fn(net: Net) -> jax.Array:
        return jnp.mean(net(x) ** 2 if net.training else net(x))

    loss, gradients = nnx.value_and_grad(loss_fn)(net)
    optimizer.update(net, gradients)
    net.training = False
    return loss


def given(x: jax.Array, n: int) -> jax.Array:
    return jnp.tile(x, n)  # E: jdc-concrete


def given_static(x: jax.Array, n: int) -> jax.Array:
    return jnp.tile(x, n)


jitted = nnx.jit(given)
jitted_static = nnx.jit(given_static, static_argnames="n")
