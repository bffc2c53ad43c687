"""Results of `apply` of flax.linen: a pair only where it is asked for state."""

import functools
from typing import Any, assert_type

import flax.linen as nn
import jax
import jax.numpy as jnp


class Encoder(nn.Module):
    @nn.compact
    def __call__(self, x: jax.Array) -> jax.Array:
        return nn.Dense(2)(x)


class Other:
    def apply(self, x: int) -> int | str:
        return x


def use(variables: dict[str, Any], x: jax.Array, options: dict[str, Any], other: Other) -> jax.Array:
    encoder = Encoder()
    encoder.apply(variables, x).shape
    encoder.apply(variables, x, rngs=jax.random.key(0)).mean()
    logits = jax.nn.relu(encoder.apply(variables, x, method="__call__"))
    encoder.apply(variables, x, mutable=["batch_stats"]).shape  # E: union-attr
    encoder.apply(variables, x, capture_intermediates=True).shape  # E: union-attr
    encoder.apply(variables, x, **options).shape  # E: union-attr
    y, state = encoder.apply(variables, x, mutable=["batch_stats"])
    other.apply(3).bit_length()  # E: union-attr
    nn.Dense(2).apply(variables, x).shape
    assert_type(encoder.apply(variables, x), Any)
    return encoder.apply(variables, x) + logits + y + jnp.zeros(len(state))


def handed_on(variables: dict[str, Any], x: jax.Array, other: Other) -> jax.Array:
    encoder = Encoder()
    apply = jax.jit(encoder.apply)
    jax.vmap(encoder.apply, in_axes=(None, 0))(variables, x).shape
    jax.checkpoint(encoder.apply)(variables, x).mean()
    jax.jit(functools.partial(encoder.apply, mutable=["batch_stats"]))(variables, x)[0].shape
    named = encoder.apply
    of_other = other.apply
    of_other(3).bit_length()  # E: union-attr
    encoder.apply.missing  # E: attr-defined
    return apply(variables, x) + jax.nn.relu(named(variables, x))
