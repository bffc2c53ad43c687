"""Tuples, lists and dicts of arrays that a call writes out."""

import jax.numpy as jnp
from jaxtyping import Array, Float


def pair(both: tuple[Float[Array, "n"], Float[Array, "m"]]) -> Float[Array, "n m"]:
    return jnp.outer(*both)


def same(both: tuple[Float[Array, "n"], Float[Array, "n"]], x: Float[Array, "n"]) -> Float[Array, "n"]:
    return both[0] + both[1] + x


def listed(xs: list[Float[Array, "3"]]) -> Float[Array, "_ 3"]:
    return jnp.stack(xs)


def dicted(params: dict[str, Float[Array, "d d"]]) -> Float[Array, "d d"]:
    return params["w"] @ params["w"]


pair((jnp.zeros(3), jnp.zeros(4)))
pair((jnp.zeros(3), jnp.zeros((4, 1))))  # E: jdc-shape
pair((jnp.zeros(3, int), jnp.zeros(4)))  # E: jdc-dtype
same((jnp.zeros(3), jnp.zeros(3)), jnp.zeros(3))
same((jnp.zeros(3), jnp.zeros(4)), jnp.zeros(3))  # E: jdc-shape
same((jnp.zeros(3), jnp.zeros(3)), jnp.zeros(4))  # E: jdc-shape
listed([jnp.zeros(3), jnp.zeros(3)])
listed([jnp.zeros(3), jnp.zeros(4)])  # E: jdc-shape
listed([jnp.zeros(3), *[jnp.zeros(3)]])
dicted({"w": jnp.zeros((3, 3))})
dicted({"w": jnp.zeros((3, 4))})  # E: jdc-shape
dicted({"w": jnp.zeros((3, 3)), "v": jnp.zeros((4, 4))})


def use(x: Float[Array, "2 3"]) -> Float[Array, "3 2"]:
    return pair((x[0], x[:, 0]))


def bad_use(x: Float[Array, "2 3"]) -> Float[Array, "2 3"]:
    return pair((x[0], x[:, 0]))  # E: jdc-shape
