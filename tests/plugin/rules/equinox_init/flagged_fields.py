"""jdc-equinox-init: fields that are assigned under a flag alone."""

from collections.abc import Callable

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


class Returning(eqx.Module):
    weight: jax.Array
    bias: jax.Array

    def __init__(self, size: int, use_bias: bool = True) -> None:
        self.weight = jnp.ones(size)
        if not use_bias:
            return
        self.bias = jnp.zeros(size)


class ReturningLate(eqx.Module):
    bias: jax.Array | None

    def __init__(self, use_bias: bool = True) -> None:
        if not use_bias:
            self.bias = None
            return
        self.bias = jnp.zeros(3)


class Given(eqx.Module):
    activation: Callable[[jax.Array], jax.Array]

    def __init__(self, activation: Callable[[jax.Array], jax.Array] | None = None) -> None:
        if activation is not None:
            self.activation = activation


class GivenOrNot(eqx.Module):
    scale: jax.Array | float

    def __init__(self, scale: float | None = None) -> None:
        if scale is None:
            self.scale = jnp.ones(3)
        else:
            self.scale = scale


class Switched(eqx.Module):
    bias: jax.Array

    def __init__(self, use_bias: bool | None = None) -> None:
        if use_bias is not None:
            self.bias = jnp.zeros(3)


def main(flag: bool) -> None:
    Returning(3)
    Returning(3, False)  # E: jdc-equinox-init
    ReturningLate(False)
    Given(jnp.tanh)
    Given()  # E: jdc-equinox-init
    Given(activation=None)  # E: jdc-equinox-init
    GivenOrNot()
    GivenOrNot(2.0)
    Switched(False)
    Switched()  # E: jdc-equinox-init
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


class Refused(eqx.Module):
    weight: jax.Array
    bias: jax.Array

    def __init__(self, use_bias: bool = True) -> None:
        self.weight = jnp.ones(3)
        if use_bias:
            self.bias = jnp.zeros(3)
        else:
            raise NotImplementedError


class RefusedBefore(eqx.Module):
    weight: jax.Array
    bias: jax.Array

    def __init__(self, bias: jax.Array | None = None) -> None:
        assert bias is not None
        self.weight = jnp.ones(3)
        if bias is not None:
            self.bias = bias


def refused() -> list[eqx.Module]:
    try:
        return [Refused(use_bias=False), RefusedBefore(None)]
    except (NotImplementedError, AssertionError):
        return [Refused()]
