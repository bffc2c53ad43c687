"""Functions under a partial of what works both as a decorator and as one that makes a decorator."""

from functools import partial
from typing import assert_type

import equinox as eqx
import jax
import jax.numpy as jnp
from flax import nnx


@partial(nnx.jit, static_argnames=("n",))
def powers(x: jax.Array, n: int) -> jax.Array:
    return jnp.stack([x**k for k in range(n)])


@partial(eqx.filter_jit, donate="none")
def scaled(x: jax.Array, by: float) -> jax.Array:
    return x * by


@partial(eqx.filter_vmap, in_axes=(0, None))
def shifted(x: jax.Array, by: float) -> jax.Array:
    return x + by


@partial(nnx.vmap, in_axes=(0, None))
def rows(x: jax.Array, by: jax.Array) -> jax.Array:
    return x @ by


@partial(eqx.filter_value_and_grad, has_aux=True)
def error(net: eqx.nn.MLP, x: jax.Array, *, weight: float = 1.0) -> tuple[jax.Array, dict[str, jax.Array]]:
    out = net(x)
    return weight * out.sum(), {"out": out}


@partial(eqx.filter_grad, has_aux=True)
def slope(net: eqx.nn.MLP, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    out = net(x)
    return out.sum(), out


def steepness(net: eqx.nn.MLP, x: jax.Array) -> jax.Array:
    return net(x).sum()


powers(jnp.ones(3), n=2)
powers(jnp.ones(3), 2).lower  # E: attr-defined
powers(jnp.ones(3), n="two")  # E: arg-type
assert_type(scaled(jnp.ones(3), 2.0), jax.Array)
scaled(jnp.ones(3))  # E: call-arg
assert_type(rows(jnp.ones((2, 3)), jnp.ones(3)), jax.Array)
shifted(jnp.ones(3), 1.0)
partial(nnx.jit, static_argnames=("n",))(powers)(jnp.ones(3), n=2)
network = eqx.nn.MLP(3, 1, 4, 1, key=jax.random.key(0))
(found, parts), gradients = error(network, jnp.ones(3), weight=2.0)
assert_type(found, jax.Array)
assert_type(parts["out"], jax.Array)
assert gradients.layers[0].weight.shape == (4, 3)
error(network, jnp.ones(3), wieght=2.0)  # E: call-arg
_, result = slope(network, jnp.ones(3))
assert_type(result, jax.Array)
assert_type(partial(eqx.filter_value_and_grad, has_aux=False)(steepness)(network, jnp.ones(3))[0], jax.Array)
