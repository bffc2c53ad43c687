"""Functions under jit for another module to call in a trace."""

import functools
from typing import NamedTuple

import equinox as eqx
import jax
from jax import Array


class Filtered(NamedTuple):
    marginal: Array
    probs: Array
    number: int


@functools.partial(jax.jit, static_argnames=("n",))
def filtered(x: Array, n: int = 2) -> Filtered:
    return Filtered(x.sum(), x * n, n)


@jax.jit
def both(x: Array):
    return x * 2, x.sum()


@eqx.filter_jit
def batch_loss(model: eqx.Module, x: Array) -> Array:
    return x.mean()


@eqx.filter_jit
def described(model: eqx.Module, x: Array) -> str:
    return "mean"


def plain(x: Array) -> Array:
    return x


@jax.jit
def decided(x: Array) -> Array:
    total = both(x)[1]
    if total > 0:  # E: jdc-concrete
        return x
    return -x
