"""Values that Python's own functions, gradients, nested transformations and what is unpacked hand on."""

import math
from typing import Any

import jax
import jax.numpy as jnp
from jaxtyping import Array, BFloat16, Float, Float32, Int, Int32, Num

import jdc_runtime as jdc


def loss(w: Float[Array, "3"], x: Float[Array, "3"]) -> Float[Array, ""]:
    return jnp.sum(w * x)


def pair(x: Float[Array, "3"], s: Float[Array, ""]) -> Float[Array, "2"]:
    return jnp.stack([x.sum() * s, x.mean()])


# Transformations.


def wrong_transformations(x: Float[Array, "6 3"]) -> None:
    jax.grad(loss)(x[0], x[0]) @ jnp.zeros(4)  # E: jdc-shape
    slope = jax.grad(loss, argnums=1)(jnp.zeros(3), jnp.zeros(3))
    slope @ jnp.zeros(4)  # E: jdc-shape
    value, slopes = jax.value_and_grad(loss)(jnp.zeros(3), jnp.zeros(3))
    slopes + jnp.zeros(4)  # E: jdc-shape
    jax.vmap(jnp.dot)(jnp.zeros((5, 3)), jnp.zeros((5, 4)))  # E: jdc-shape
    jax.vmap(jax.vmap(lambda a, b: a * b))(jnp.zeros((2, 5, 3)), jnp.zeros((2, 4, 3)))  # E: jdc-shape
    jax.vmap(jax.vmap(lambda a, b: a @ b))(jnp.zeros((2, 5, 3)), jnp.zeros((2, 5, 4)))  # E: jdc-shape
    jax.vmap(pair, in_axes=(0, None), out_axes=1)(x, jnp.array(1.0)) @ jnp.zeros(2)  # E: jdc-shape
    jax.vmap(pair, in_axes=(0, None), out_axes=-1)(x, jnp.array(1.0)) @ jnp.zeros(2)  # E: jdc-shape
    jax.lax.map(lambda row: row @ jnp.zeros(4), x)  # E: jdc-shape


def right_transformations(x: Float[Array, "6 3"], axis: int, several: tuple[int, int]) -> Any:
    jax.grad(loss)(x[0], x[0]) @ jnp.zeros(3)
    jax.grad(loss, argnums=several)(x[0], x[0])[0] @ jnp.zeros(3)
    jax.grad(loss, argnums=(0, 1))(x[0], x[0])[0] @ jnp.zeros(3)
    jax.grad(lambda n: n.sum() * 1.0, allow_int=True)(jnp.zeros(3, int)) << 1
    slope, aux = jax.grad(lambda w: (w.sum(), w), has_aux=True)(x[0])
    slope @ aux
    value, slopes = jax.value_and_grad(loss)(jnp.zeros(3), jnp.zeros(3))
    slopes + value
    jax.vmap(jnp.dot)(jnp.zeros((5, 3)), jnp.zeros((5, 3))) @ jnp.zeros(5)
    jax.vmap(jax.vmap(lambda a, b: a @ b))(jnp.zeros((2, 5, 3)), jnp.zeros((2, 5, 3))) + jnp.zeros((2, 5))
    jax.vmap(jax.vmap(jnp.dot, in_axes=(0, None)), in_axes=(None, 0))(x, jnp.zeros((4, 3))) + jnp.zeros((4, 6))
    jax.vmap(pair, in_axes=(0, None), out_axes=1)(x, jnp.array(1.0)) @ jnp.zeros(6)
    jax.vmap(pair, in_axes=(0, None), out_axes=-1)(x, jnp.array(1.0)) @ jnp.zeros(6)
    jax.vmap(pair, in_axes=(0, None), out_axes=axis)(x, jnp.array(1.0)) @ jnp.zeros(6)
    jax.vmap(pair, (0, None), 1)(x, jnp.array(1.0)) @ jnp.zeros(6)
    jax.vmap(lambda row, s: (row, s), in_axes=(0, None), out_axes=(0, None))(x, jnp.zeros(3))[1] @ jnp.zeros(3)
    return jax.lax.map(lambda row: row @ jnp.zeros(3), x) @ jnp.zeros(6)


# Python's own functions, loops and what is unpacked.


def wrong_sizes(x: Float[Array, "6 4"], flag: bool) -> None:
    jnp.zeros(x.shape[0] // 2) + jnp.zeros(6)  # E: jdc-shape
    jnp.zeros(x.shape[0] % 4) + jnp.zeros(6)  # E: jdc-shape
    jnp.zeros(len(x)) + jnp.zeros(4)  # E: jdc-shape
    jnp.zeros(math.prod(x.shape)) + jnp.zeros(23)  # E: jdc-shape
    jnp.zeros(max(x.shape)) + jnp.zeros(4)  # E: jdc-shape
    jnp.zeros(min(x.shape[0], 3)) + jnp.zeros(4)  # E: jdc-shape
    jnp.zeros(sum(x.shape)) + jnp.zeros(9)  # E: jdc-shape
    jnp.zeros(-(-x.shape[0] // 4)) + jnp.zeros(3)  # E: jdc-shape
    jnp.zeros((*x.shape[:-1], 3)) + x  # E: jdc-shape
    jnp.zeros([*x.shape, 1]) @ jnp.zeros(2)  # E: jdc-shape
    x.reshape(*x.shape[:-1], 3)  # E: jdc-shape, jdc-discarded
    for number, row in enumerate(x):
        row + jnp.zeros(3)  # E: jdc-shape
        x[number] + jnp.zeros(3)  # E: jdc-shape
    for row, other in zip(x, jnp.zeros((6, 3))):
        jnp.dot(row, other)  # E: jdc-shape
    for i in range(3):
        x[i] @ jnp.zeros(3)  # E: jdc-shape
    x.at[0].get() @ jnp.zeros(3)  # E: jdc-shape


def right_sizes(x: Float[Array, "6 4"], n: int, *shape: int, **options: Any) -> Any:
    jnp.zeros(x.shape[0] // 2) + jnp.zeros(3)
    jnp.zeros(len(x)) + jnp.zeros(6)
    jnp.zeros(len(shape)) + jnp.zeros(6)
    jnp.zeros(math.prod(shape)) + jnp.zeros(6)
    jnp.zeros(max(x.shape[0], n)) + jnp.zeros(7)
    jnp.zeros(max(x.shape, key=lambda size: -size)) + jnp.zeros(4)
    jnp.zeros(sum(x.shape, 1)) + jnp.zeros(11)
    jnp.zeros(int(x.shape[0] / 2)) + jnp.zeros(3)
    jnp.zeros(int("3")) + jnp.zeros(3)
    jnp.zeros((*shape, 3)) + x[:, :3]
    jnp.zeros((*x.shape[:-1], 1)) + x
    x.reshape(*shape)  # E: jdc-discarded
    x.reshape(*x.shape[:-1], 2, 2)  # E: jdc-discarded
    jnp.sum(x, **options) @ jnp.zeros(3)
    for number, row in enumerate(x, 1):
        row + jnp.zeros(4) * number
    for row, (one, other) in zip(x, enumerate(jnp.zeros((6, 3))), strict=True):
        jnp.outer(row, other)
    for key, value in options.items():
        value @ jnp.zeros(3)
    for each in reversed(x):
        each @ jnp.zeros(4)
    for i in range(3):
        x[i] @ jnp.zeros(4)
        x[: i + 1] @ jnp.zeros(4)
    return x.at[0].get() @ jnp.zeros(4)


# Properties, and names of several axes.


class Model(jdc.PyTreeNode):
    weights: Float[Array, "4 3"]

    @property
    def bias(self) -> Float[Array, "3"]:
        return self.weights[0]

    @property
    def unknown(self):  # type: ignore[no-untyped-def]
        return self.weights[0]

    def __call__(self, x: Float[Array, "b 4"]) -> Float[Array, "b 3"]:
        return x @ self.weights + self.bias


def model() -> Model:
    return Model(jnp.zeros((4, 3)))


def wrong_members(x: Float[Array, "*batch 28 28"], y: Float[Array, "n *batch 3"]) -> Float[Array, "*batch 27"]:
    model().bias @ jnp.zeros(4)  # E: jdc-shape
    Model(jnp.zeros((4, 3))).bias @ jnp.zeros(4)  # E: jdc-shape
    model()(jnp.zeros((5, 4))) @ jnp.zeros(4)  # E: jdc-shape
    y + jnp.zeros(4)  # E: jdc-shape
    scaled(jnp.zeros((7, 3))) + jnp.zeros((6, 4))  # E: jdc-shape
    return (x + x).sum(-1)  # E: jdc-shape


def right_members(x: Float[Array, "*batch 28 28"], y: Float[Array, "*other 28 28"]) -> Float[Array, "*batch 28"]:
    model().bias @ jnp.zeros(3)
    model().unknown @ jnp.zeros(4)
    model()(jnp.zeros((5, 4))) @ jnp.zeros(3)
    jax.vmap(model())(jnp.zeros((2, 5, 4))) + jnp.zeros((2, 5, 3))
    jax.jit(model().__call__)(jnp.zeros((5, 4))) @ jnp.zeros(3)
    scaled(jnp.zeros((7, 3))) + jnp.zeros((7, 4))
    jax.vmap(scaled)(jnp.zeros((5, 7, 3))) + jnp.zeros((5, 7, 4))
    x + y
    return (x + x).sum(-1)


def scaled(x: Float[Array, "*b 3"]) -> Float[Array, "*b 4"]:
    return jnp.zeros((*x.shape[:-1], 4))


# Dtypes of arrays that may be weak.


def wrong_dtypes(i: Int32[Array, ""], j: Float32[Array, "b"], h: BFloat16[Array, "b"]) -> None:
    a: Float[Array, ""] = i // 2  # E: jdc-dtype
    b: Int[Array, b] = j * 1.0  # E: jdc-dtype
    c: Float32[Array, b] = h * 2.0  # E: jdc-dtype
    d: BFloat16[Array, b] = j + 1  # E: jdc-dtype
    e: Int[Array, ""] = i * 1.0  # E: jdc-dtype


def right_dtypes(i: Int32[Array, ""], j: Float32[Array, "b"], h: BFloat16[Array, "b"], n: Num[Array, ""]) -> None:
    a: Int32[Array, ""] = i // 2
    b: Float32[Array, b] = j * 1.0
    c: BFloat16[Array, b] = h * 2.0
    d: BFloat16[Array, b] = h * j
    e: Float32[Array, b] = h * j
    f: Int[Array, ""] = n * 2
