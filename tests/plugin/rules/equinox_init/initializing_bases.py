"""Classes of equinox whose initializers call helpers, for subclasses in another module."""

import equinox as eqx
import jax
import jax.numpy as jnp


def fill(layer, n):
    layer.weight = jnp.ones(n)


class Layer(eqx.Module):
    weight: jax.Array
    size: int = eqx.field(static=True)

    def __init__(self, n):
        self.build(n)

    def build(self, n):
        self.weight = jnp.ones(n)
        self.finish(n)

    def finish(self, n):
        self.size = n


class Handing(eqx.Module):
    weight: jax.Array

    def __init__(self, n):
        self.build(n)

    def build(self, n):
        fill(self, n)


class Plain(eqx.Module):
    width: int = eqx.field(static=True)

    def _init_width(self, n):
        self.width = n

    def _init_all(self, values):
        for name, value in values.items():
            setattr(self, name, value)


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
