"""jdc-static-array where jitted functions are called, under a name or at once, with annotations and without."""

from functools import partial

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Params:
    w: jax.Array
    n: int = flax.struct.field(pytree_node=False, default=0)


class Scale(eqx.Module):
    w: jax.Array


@flax.struct.dataclass
class Config:
    n: int


def scaled(params, x):
    return params.w * x


def typed(params: Params, x: jax.Array) -> jax.Array:
    return params.w * x


@partial(jax.jit, static_argnums=0)
def decorated(params, x):
    return params.w * x


@partial(jax.jit, static_argnames="config")
def configured(x, config):
    return x * config.n


x = jnp.ones(3)
params = Params(x)
jax.jit(scaled, static_argnums=(0,))(params, x)  # E: jdc-static-array
jax.jit(lambda params, x: params.w * x, static_argnums=0)(Params(x), x)  # E: jdc-static-array
named = jax.jit(scaled, static_argnames="params")
named(params=params, x=x)  # E: jdc-static-array
of_typed = jax.jit(typed, static_argnums=0)
of_typed(params, x)  # E: jdc-static-array
decorated(params, x)  # E: jdc-static-array
jax.jit(scaled)(params, x)
jax.jit(scaled, static_argnums=1)(params, 2)
configured(x, config=Config(3))
either = jax.jit(scaled, static_argnums=0)
either = jax.jit(scaled)
either(params, x)
scale = Scale(x)
jax.jit(scaled, static_argnums=0)(scale, x)  # E: jdc-static-array
arrays, functions = eqx.partition(scale, eqx.is_array)
jax.jit(scaled, static_argnums=1)(x, functions)
