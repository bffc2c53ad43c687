"""jdc-equinox-init: fields that are assigned under a flag alone."""

import equinox as eqx
import jax
import jax.numpy as jnp


class Affine(eqx.Module):
    weight: jax.Array
    bias: jax.Array

    def __init__(self, size: int, use_bias: bool = True) -> None:
        self.weight = jnp.ones(size)
        if use_bias:
            self.bias = jnp.zeros(size)


class Both(eqx.Module):
    weight: jax.Array
    bias: jax.Array | None

    def __init__(self, size: int, *, use_bias: bool = False) -> None:
        self.weight = jnp.ones(size)
        if use_bias:
            self.bias = jnp.zeros(size)
        else:
            self.bias = None


class Before(eqx.Module):
    bias: jax.Array | None

    def __init__(self, use_bias: bool = False) -> None:
        self.bias = None
        if use_bias:
            self.bias = jnp.zeros(3)


class Negated(eqx.Module):
    bias: jax.Array | None

    def __init__(self, is_plain: bool) -> None:
        if not is_plain:
            self.bias = jnp.zeros(3)


class Rebound(eqx.Module):
    bias: jax.Array | None

    def __init__(self, size: int, use_bias: bool | None = None) -> None:
        use_bias = size > 3 if use_bias is None else use_bias
        if use_bias:
            self.bias = jnp.zeros(3)


class Defaulted(eqx.Module):
    bias: jax.Array | None = None

    def __init__(self, use_bias: bool) -> None:
        if use_bias:
            self.bias = jnp.zeros(3)


class Filling(Affine):
    def __init__(self) -> None:
        super().__init__(3, use_bias=False)
        self.bias = jnp.ones(3)


def main(flag: bool) -> None:
    Affine(3)
    Affine(3, True)
    Affine(3, flag)
    Affine(3, False)  # E: jdc-equinox-init
    Affine(3, use_bias=False)  # E: jdc-equinox-init
    Both(3)
    Before()
    Negated(False)
    Negated(True)  # E: jdc-equinox-init
    Rebound(5)
    Defaulted(False)
    Filling()
    Affine(*(3, False))
