"""Values that mypy asks nobody about: items of lists and tuples, scalars of one dtype, branches, trees."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int, Int32


def s1(i: Int[Array, ""], x: Float[Array, "n"]) -> Float[Array, "n"]:
    return jax.lax.switch(i, [jnp.sum, jnp.mean, jnp.max], x)  # E: jdc-shape


def s2(i: Int[Array, ""], x: Float[Array, "n"]) -> Float[Array, ""]:
    return jax.lax.switch(i, [jnp.sum, jnp.mean, jnp.max], x)


def s3(i: Int[Array, ""], x: Float[Array, "n"]) -> Float[Array, "n"]:
    return jax.lax.switch(i, (lambda v: v, lambda v: v * 2), x)


def s4(i: Int[Array, ""], x: Float[Array, "n"]) -> Float[Array, ""]:
    y = jax.lax.switch(i, (lambda v: v, lambda v: v * 2), x)
    return y  # E: jdc-shape


def t1(a: Float[Array, "3 4"], b: Float[Array, "4"]) -> Float[Array, "3"]:
    return jax.tree.map(lambda x: x[0], (a, b))[0]  # E: jdc-shape


def t2(a: Float[Array, "3 4"], b: Float[Array, "4"]) -> tuple[Float[Array, "4"], Float[Array, ""]]:
    return jax.tree.map(lambda x: x[0], (a, b))


def t3(a: Float[Array, "3 4"], b: Float[Array, "4"]) -> tuple[Float[Array, "3"], Float[Array, ""]]:
    return jax.tree.map(lambda x: x[0], (a, b))  # E: jdc-shape


def t4(a: Float[Array, "3 4"], b: Float[Array, "4"]) -> Float[Array, "3 4"]:
    x, y = jax.tree.map(jnp.add, (a, b), (a, b))
    return x


def t5(a: Float[Array, "3 4"], b: Float[Array, "4"]) -> Float[Array, "3 4"]:
    x, y = jax.tree.map(jnp.add, (a, b), (a, b))
    return y  # E: jdc-shape


def d1(a: Float[Array, "3 4"]) -> Float[Array, "3 4"]:
    return jax.device_put(a)


def d2(a: Float[Array, "3 4"]) -> Float[Array, "4 3"]:
    return jax.device_put(a)  # E: jdc-shape


def m1(a: Float[Array, "3 4"]) -> Float[Array, "4"]:
    return jnp.max(a, axis=0, initial=-jnp.inf)


def m2(a: Float[Array, "3 4"]) -> Float[Array, "3"]:
    return jnp.max(a, axis=0, initial=0.0)  # E: jdc-shape


def m3(a: Float[Array, "3 4"]) -> Float[Array, "3"]:
    return jnp.mean(a, axis=0, where=a > 0)  # E: jdc-shape


def i1(a: Float[Array, "6 2"]) -> Float[Array, "2 2"]:
    parts = jnp.split(a, 3)
    return parts[0]


def i2(a: Float[Array, "6 2"]) -> Float[Array, "3 2"]:
    parts = jnp.split(a, 3)
    return parts[0]  # E: jdc-shape


def i3(a: Float[Array, "6 2"]) -> Float[Array, "3 2"]:
    return jnp.split(a, 3)[0]  # E: jdc-shape


def i4(a: Float[Array, "6 2"]) -> Float[Array, "3 2"]:
    parts = jnp.split(a, 3)
    parts[0] = jnp.zeros((3, 2))
    return parts[0]


def c1(a: Int32[Array, ""]) -> Float[Array, ""]:
    return jnp.float32(a)


def c2(a: Int32[Array, ""]) -> Int[Array, ""]:
    return jnp.float32(a)  # E: jdc-dtype


def o1(pair: tuple[Float[Array, "3"], Float[Array, "4"]]) -> Float[Array, "3"]:
    return pair[0]


def o2(pair: tuple[Float[Array, "3"], Float[Array, "4"]]) -> Float[Array, "3"]:
    return pair[1]  # E: jdc-shape
