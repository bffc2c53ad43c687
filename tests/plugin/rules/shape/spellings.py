"""Functions of every kind, in both spellings of annotations, called and returned from. Local variables and defaults are not judged."""

from typing import Annotated

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, Key, Scalar

Img = Annotated[jnp.ndarray, (..., 28, 28), jnp.float32]


def f(x: Img) -> Annotated[jax.Array, (..., 28)]:
    return x.sum(-1)


def g(x: Img) -> Annotated[jax.Array, (..., 27)]:
    return x.sum(-1)  # E: jdc-shape


def h(x: Annotated[jax.Array, (3, 4), jnp.float32]) -> Annotated[jax.Array, (4, 3)]:
    return x.T


f(jnp.zeros((28, 27)))  # E: jdc-shape
f(jnp.zeros((28, 28), int))  # E: jdc-dtype
f(jnp.zeros((5, 28, 28)))
h(jnp.zeros(3))  # E: jdc-shape
h(jnp.zeros((3, 4)))
h(jnp.zeros((2, 3, 4)))  # E: jdc-shape


def k(key: Key[Array, ""], m: Bool[Array, "n"], s: Scalar) -> None: ...


k(jax.random.key(0), jnp.zeros(3, bool), jnp.zeros(()))
k(jax.random.split(jax.random.key(0)), jnp.zeros(3), jnp.zeros(1))  # E: jdc-shape, jdc-dtype, jdc-shape


class M(eqx.Module):
    w: Float[Array, "3 4"]

    def __call__(self, x: Float[Array, "4"]) -> Float[Array, "3"]:
        return self.w @ x

    def bad(self, x: Float[Array, "3"]) -> Float[Array, "3"]:
        return self.w @ x  # E: jdc-shape


m = M(jnp.zeros((3, 4)))
m(jnp.zeros(3))  # E: jdc-shape
jax.vmap(m)(jnp.zeros((9, 4)))
jax.vmap(m)(jnp.zeros((9, 3)))  # E: jdc-shape


@flax.struct.dataclass
class S:
    x: Float[Array, "n 3"]
    y: Float[Array, "n"]


S(jnp.zeros((2, 3)), jnp.zeros(3))  # E: jdc-shape
s = S(jnp.zeros((2, 3)), jnp.zeros(2))
s.replace(x=jnp.zeros(3))  # E: jdc-discarded, jdc-shape
s.x @ jnp.zeros(4)  # E: jdc-shape


@jax.jit
def loss(w: Float[Array, "3"], x: Float[Array, "b 3"]) -> Float[Array, ""]:
    return ((x @ w) ** 2).mean()


jax.grad(loss)(jnp.zeros(4), jnp.zeros((5, 3)))  # E: jdc-shape
jax.value_and_grad(loss)(jnp.zeros(3), jnp.zeros((5, 4)))  # E: jdc-shape
g2 = jax.grad(loss)
g2(jnp.zeros(4), jnp.zeros((5, 3)))  # E: jdc-shape


class P:
    @staticmethod
    def sm(x: Float[Array, "3"]) -> None: ...
    @classmethod
    def cm(cls, x: Float[Array, "3"]) -> None: ...


P.sm(jnp.zeros(4))  # E: jdc-shape
P.cm(jnp.zeros(4))  # E: jdc-shape
P().cm(jnp.zeros(4))  # E: jdc-shape
xs: Float[Array, "3"] = jnp.zeros(4)  # E: jdc-shape


def dflt(x: Float[Array, "3"] = jnp.zeros(4)) -> None: ...  # E: jdc-shape
