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


def first(x, functions):
    return x


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
jax.jit(first, static_argnums=1)(x, functions)


def of_caller(params: Params, x: jax.Array) -> jax.Array:
    return decorated(params, x)  # E: jdc-static-array


def of_arrays_of_the_caller(w: jax.Array, x: jax.Array) -> jax.Array:
    made = Params(w)
    return decorated(made, x)  # E: jdc-static-array


def of_callers_that_may_give_a_hash(config: Config, scale: Scale, params, w, x: jax.Array) -> jax.Array:
    made = Params(w)
    return configured(x, config) + decorated(scale, x) + decorated(params, x) + decorated(made, x)


@flax.struct.dataclass
class Axes:
    w: jax.Array | int


@flax.struct.dataclass
class Specs:
    """Objects of this class hold numbers too, which have a hash."""

    w: jax.Array


def of_specs(axes: Axes, specs: Specs, x: jax.Array) -> jax.Array:
    return decorated(axes, x) + decorated(specs, x) + decorated(Specs(0), x)  # type: ignore[arg-type]
