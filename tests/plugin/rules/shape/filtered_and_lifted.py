"""Functions with annotations under the transformations of equinox and flax, which take what the functions take."""

import equinox as eqx
import jax.numpy as jnp
from flax import nnx
from jaxtyping import Array, Float, Int


def loss(w: Float[Array, "d"], x: Float[Array, "b d"], y: Int[Array, "b"]) -> Float[Array, ""]:
    return ((x @ w - y) ** 2).mean()


def rate(w: Float[Array, "d"], x: Float[Array, "b d"]) -> Float[Array, "b"]:
    return x @ w


w, x, y = jnp.ones(4), jnp.ones((10, 4)), jnp.zeros(10, int)
eqx.filter_value_and_grad(loss)(w, x, y)
eqx.filter_grad(loss)(w, x, y)
eqx.filter_jit(eqx.filter_grad(loss))(w, x, y=y)
eqx.filter_jit(rate)(w, x) + jnp.ones(10)
nnx.value_and_grad(loss)(w, x, y)
nnx.grad(loss)(w, x, y)
nnx.jit(rate)(w, x)
nnx.jit(loss)(w, x[:3], y[:3])
eqx.filter_value_and_grad(loss)(w, x, jnp.zeros(10))  # E: jdc-dtype
eqx.filter_grad(loss)(w, x, jnp.zeros(11, int))  # E: jdc-shape
eqx.filter_jit(eqx.filter_grad(loss))(w, x, y=jnp.zeros((10, 12), int))  # E: jdc-shape
eqx.filter_jit(rate)(jnp.ones(13), x)  # E: jdc-shape
nnx.value_and_grad(loss)(w, x.T, y)  # E: jdc-shape
nnx.grad(loss)(w, x, jnp.zeros(14, int))  # E: jdc-shape
nnx.jit(rate)(jnp.ones(15), x)  # E: jdc-shape
