"""Dicts that are written as ``dict(w=...)``, and convolutions of `jax.scipy.signal`."""
# ruff: noqa: C408

import jax
import jax.numpy as jnp
import jax.scipy as jsp
from jax import Array
from jaxtyping import Float, PRNGKeyArray


def read() -> Array:
    params = dict(w=jnp.ones((3, 4)), b=jnp.ones(4))
    jnp.ones((2, 4)) @ params["w"]  # E: jdc-shape
    return jnp.ones((2, 3)) @ params["w"] + params["b"]


def changed() -> Array:
    params = dict(w=jnp.ones((3, 4)))
    params["w"] = jnp.ones((4, 4))
    return jnp.ones((2, 4)) @ params["w"]


def updated(**others: Array) -> Array:
    params = dict(w=jnp.ones((3, 4)), **others)
    more = dict({"w": jnp.ones((4, 4))}, b=jnp.ones(4))
    return jnp.ones((2, 4)) @ more["w"] + params["b"]


def apply(params: dict[str, Array], x: Array) -> Array:
    return x @ params["w"] + params["b"]


def handed() -> Array:
    apply(dict(w=jnp.ones((3, 4)), b=jnp.ones(4)), jnp.ones((2, 4)))  # E: jdc-shape
    return apply(dict(w=jnp.ones((3, 4)), b=jnp.ones(4)), jnp.ones((2, 3)))


def smooth(x: Float[Array, "50"], kernel: Float[Array, "5"]) -> Float[Array, "50"]:
    jsp.signal.convolve2d(x, kernel)  # E: jdc-shape
    if x.size:
        return jsp.signal.convolve(x, kernel)  # E: jdc-shape
    return jsp.signal.convolve(x, kernel, mode="same")


def bootstrap(key: PRNGKeyArray, x: Float[Array, "n d"]) -> Float[Array, "100 d"]:
    keys = jax.random.split(key, 50)
    if x.size:
        return jax.vmap(lambda each: jax.random.choice(each, x, (x.shape[0],)).mean(0))(keys)  # E: jdc-shape
    return jax.vmap(lambda each: jax.random.choice(each, x, (x.shape[0],)).mean(0))(jax.random.split(key, 100))
