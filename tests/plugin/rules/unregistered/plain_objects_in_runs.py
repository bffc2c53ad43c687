"""jdc-unregistered: objects of plain classes that code without annotations hands to transformations."""

import dataclasses
from functools import partial

import jax
import jax.numpy as jnp
from flax import struct


@dataclasses.dataclass(frozen=True)
class Sizes:
    width: int = 3
    depth: int = 2


class Sampler:
    def __init__(self, size):
        self.size = size

    @jax.jit
    def draw(self, key, mean):
        return mean + self.noise(key)

    @partial(jax.jit, static_argnames="self")
    def draw_well(self, key, mean):
        return mean + self.noise(key)

    def noise(self, key):
        raise NotImplementedError


class Uniform(Sampler):
    def noise(self, key):
        return jax.random.uniform(key, (self.size,))


@struct.dataclass
class Run:
    x: jax.Array
    sizes: object = struct.field(pytree_node=False, default=None)


def forward(params, x, sizes):
    for _ in range(sizes.depth):
        x = jnp.tanh(x @ params)
    return x


def serve(params, x, sizes):
    good = jax.jit(partial(forward, sizes=sizes))(params, x)
    also = jax.jit(forward, static_argnums=2)(params, x, sizes)
    rows = jax.vmap(forward, in_axes=(None, 0, None))(params, x, sizes)
    step = jax.jit(forward)
    return good + also + rows + step(params, x, sizes)  # E: jdc-unregistered


def draws(sampler, mean):
    sampler.draw_well(jax.random.key(0), mean)
    return sampler.draw(jax.random.key(0), mean)  # E: jdc-unregistered


def moved(run):
    return run.replace(x=run.x + run.sizes.width)


def main():
    sizes = Sizes()
    serve(jnp.ones((3, 3)), jnp.ones((2, 3)), sizes)
    draws(Uniform(3), jnp.zeros(3))
    jax.jit(moved)(Run(jnp.zeros(2), sizes))
    jax.lax.fori_loop(0, 2, lambda _, pair: (pair[0] + 1, pair[1]), (jnp.zeros(2), sizes))  # E: jdc-unregistered


if __name__ == "__main__":
    main()
