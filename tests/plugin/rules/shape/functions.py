"""Operations that are certain to raise, and calls and results that annotations exclude."""

import dataclasses
from typing import Annotated

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Float32, UInt8

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Digit(jdc.EnforcedAnnotationsMixin):
    image: Annotated[jax.Array, (..., 28, 28)]
    label: Annotated[jax.Array, (..., 10), jnp.uint8]

    def proj(self) -> jax.Array:
        return self.image @ jnp.zeros((27, 3))  # E: jdc-shape


@jdc.pytree_dataclass
class JDigit:
    image: Float[Array, "*batch 28 28"]
    label: UInt8[Array, "*batch 10"]


def f32(x: Float32[Array, "3"]) -> Float32[Array, "3"]:
    return x * 2


def mat(x: Float[Array, "3 4"]) -> Float[Array, "3"]:
    return x.sum(axis=1)


def two(x: Float[Array, "n 3"], y: Float[Array, "n 3"]) -> Float[Array, "n"]:
    return (x * y).sum(-1)


def tr(x: Float[Array, "n m"]) -> Float[Array, "n m"]:
    return x.T  # E: jdc-shape


def tr2(x: Float[Array, "3 4"]) -> Float[Array, "3 4"]:
    return x.T  # E: jdc-shape


def tr3(x: Float[Array, "3 4"]) -> Float[Array, "3 4"]:
    y = x.T
    return y  # E: jdc-shape


def ret(x: Float[Array, "n"]) -> Float[Array, "n"]:
    return jnp.concatenate([x, jnp.zeros(1)])  # E: jdc-shape


a = jnp.zeros((3, 4))
b = jnp.zeros((5, 6))
a @ b  # E: jdc-shape
jnp.matmul(a, b)  # E: jdc-shape
f32(jnp.zeros(3, jnp.int32))  # E: jdc-dtype
mat(jnp.zeros(3))  # E: jdc-shape
Digit(jnp.zeros((28, 27)), jnp.zeros(10, jnp.uint8))  # E: jdc-shape
Digit(jnp.zeros((28, 28)), jnp.zeros(10))  # E: jdc-dtype
jnp.zeros(24).reshape(5, 5)  # E: jdc-shape
jnp.reshape(jnp.zeros(24), (5, 5))  # E: jdc-shape
jnp.concatenate([jnp.zeros((2, 3)), jnp.zeros((2, 4))])  # E: jdc-shape
Digit(jnp.zeros((7, 28, 28)), jnp.zeros((8, 10), jnp.uint8))  # E: jdc-batch
JDigit(jnp.zeros((7, 28, 28)), jnp.zeros((8, 10), jnp.uint8))  # E: jdc-shape
two(jnp.zeros((4, 3)), jnp.zeros((5, 3)))  # E: jdc-shape
jax.vmap(two)(jnp.zeros((3, 4, 3)), jnp.zeros((5, 4, 3)))  # E: jdc-shape
jax.vmap(jnp.dot)(jnp.zeros((3, 4)), jnp.zeros((5, 4)))  # E: jdc-shape
jnp.zeros((3, 4)) + jnp.zeros(2)  # E: jdc-shape
jnp.einsum("ij,jk->ik", a, b)  # E: jdc-shape
a[0, 1, 2]  # E: jdc-shape
d = Digit(jnp.zeros((28, 28)), jnp.zeros(10, jnp.uint8))
dataclasses.replace(d, image=jnp.zeros((27, 28)))  # E: jdc-discarded, jdc-shape
d.image @ jnp.zeros((27, 3))  # E: jdc-shape


@jax.jit
def jitted(x: Float[Array, "3"]) -> Float[Array, "3"]:
    return x


jitted(jnp.zeros(4))  # E: jdc-shape


class Net:
    def __call__(self, x: Float[Array, "3"]) -> Float[Array, "3"]:
        return x

    def m(self, x: Float[Array, "3"]) -> Float[Array, "3"]:
        return x


Net().m(jnp.zeros(4))  # E: jdc-shape
Net()(jnp.zeros(4))  # E: jdc-shape


def local() -> None:
    x = jnp.zeros((2, 3))
    x = x.T
    y = x @ jnp.zeros((3, 2))  # E: jdc-shape
    for _ in range(3):
        y = y + 1
    z = jax.nn.relu(x) @ jnp.zeros((3, 2))  # E: jdc-shape
    w = jax.jit(mat)(jnp.zeros(3))  # E: jdc-shape
    q = x.at[5].set(jnp.zeros(7))  # E: jdc-shape
    x[:, 0] + jnp.zeros(5)  # E: jdc-shape
    print(y, z, w, q)


def chosen(m: jax.Array, flag: bool) -> Float[Array, "n n"]:
    if flag:
        return m
    return m.T


def two_axes(x: Float[Array, "a b c"]) -> None: ...


def uses_chosen(m: jax.Array) -> None:
    matrix = chosen(m, True)
    two_axes(matrix.T)  # E: jdc-shape
