"""Subclasses of classes of another module, whose helpers set the fields of the base and no others."""

import initializing_bases as bases
import jax
import jax.numpy as jnp
from initializing_bases import Layer


class WithBias(Layer):
    bias: jax.Array

    def __init__(self, n, use_bias=False):
        super().__init__(n)
        if use_bias:
            self.bias = jnp.zeros(n)


class Extra(Layer):
    gain: jax.Array


class Finishing(Layer):
    gain: jax.Array

    def finish(self, n):
        self.size = n
        self.gain = jnp.ones(n)


class Unknown(bases.Handing):
    gain: jax.Array


class Wide(bases.Plain):
    gain: jax.Array

    def __init__(self, n):
        self._init_width(n)


class Open(bases.Plain):
    gain: jax.Array

    def __init__(self, n):
        self._init_all({"width": n, "gain": jnp.ones(n)})


class Full(bases.Plain):
    gain: jax.Array

    def __init__(self, n, scale=None):
        self._init_width(n)
        self.gain = jnp.ones(n)
        if scale is not None:
            self.gain = self.gain * scale


class Rebuilt(Layer):
    def __init__(self, n, again=False):
        super().__init__(n)
        if again:
            self.weight = jnp.zeros(n)


def made(n):
    WithBias(n)  # E: jdc-equinox-init
    WithBias(n, use_bias=True)
    Extra(n)  # E: jdc-equinox-init
    Finishing(n)
    Unknown(n)
    Wide(n)  # E: jdc-equinox-init
    Open(n)
    Full(n)
    Rebuilt(n)
    Layer(n)
