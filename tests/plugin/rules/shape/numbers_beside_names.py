"""A number that an annotation has beside a name, ``"n 3"``, is not meant to be that size."""

import dataclasses

import jax.numpy as jnp
from jaxtyping import Array, Float, Int

import jdc_runtime as jdc


def f(x: Float[Array, "n 3"], m: Float[Array, " n"]) -> Float[Array, "3"]:
    return x.sum(0) / m  # E: jdc-shape


def g(x: Float[Array, "n 3"], m: Float[Array, " n"]) -> Float[Array, "3"]:
    return x @ m  # E: jdc-shape


def k(x: Float[Array, "n 3"], y: Float[Array, "n 3"]) -> Array:
    return x + y.T  # E: jdc-shape


def k2(x: Float[Array, "n 3"], y: Float[Array, "n 3"]) -> Array:
    return jnp.concatenate([x, y.T], axis=0)  # E: jdc-shape


def k3(x: Float[Array, "n 3"], y: Float[Array, "m 3"]) -> Array:
    return x[:, None] - y[None].T  # E: jdc-shape


@jdc.pytree_dataclass
class Swapped:
    x: Float[Array, "n 3"]
    m: Float[Array, " n"]

    def com(self) -> Float[Array, "3"]:
        return (self.x * self.m[:, None]).sum(0) / self.m  # E: jdc-shape

    def swap(self) -> "Swapped":
        return self.replace(x=self.x.T)  # E: jdc-shape

    def swap2(self) -> "Swapped":
        return Swapped(self.x.T, self.m)  # E: jdc-shape


@jdc.pytree_dataclass
class P:
    x: Float[Array, "n 3"]
    m: Float[Array, " n"]

    def com(self) -> Float[Array, "3"]:
        return (self.x * self.m[:, None]).sum(0) / self.m.sum()

    def one(self) -> "P":
        return self.replace(x=self.x[:1], m=self.m[:1])

    def three(self) -> "P":
        return P(jnp.eye(3), jnp.ones(3))

    def swap(self) -> "P":
        return P(self.x.T.T, self.m)

    def inertia(self) -> Float[Array, "3 3"]:
        return self.x.T @ (self.x * self.m[:, None])


def f1(x: Float[Array, "n 3"], w: Float[Array, "3 k"]) -> Float[Array, "n k"]:
    return x @ w


def f2(x: Float[Array, "n 2"], r: Float[Array, "2 2"]) -> Float[Array, "n 2"]:
    return x @ r.T + jnp.zeros(2)


def f3(x: Float[Array, "n d"], r: Float[Array, "2 2"]) -> Float[Array, "n d"]:
    return x @ r


def f4(x: Float[Array, "n 4"], y: Float[Array, " m"]) -> Array:
    return x * jnp.ones(4) + y[:, None].sum()


def f5(x: Float[Array, "n 3"], y: Float[Array, " n"]) -> Array:
    if x.shape[0] == 3:
        return x.sum(0) / y
    return x.sum(1) / y


def f6(x: Float[Array, "n 3"], y: Float[Array, " n"]) -> Array:
    assert x.shape[0] == 3
    return x @ y


def f7(p: P) -> P:
    return dataclasses.replace(p, x=p.x + jnp.ones(3), m=p.x.sum(1))


def f8(a: Float[Array, "3 n"], p: P) -> P:
    return dataclasses.replace(p, x=a.T)


def f9(x: Float[Array, "n 3"], y: Float[Array, "m 3"]) -> Float[Array, "n m"]:
    return (x[:, None] - y[None]).sum(-1) + x @ y.T


def f10(x: Float[Array, "n 1"], y: Float[Array, " n"]) -> Float[Array, "n n"]:
    return x * y


def f11(x: Float[Array, "b 3"], y: Float[Array, "k"]) -> Array:
    return x + y


def f12(x: Float[Array, "3 3"], y: Float[Array, "n 3"]) -> Array:
    return x @ y.T


def f13(x: Float[Array, "n 3"], t: Float[Array, "n 3 3"]) -> Float[Array, "n 3"]:
    return jnp.einsum("nij,nj->ni", t, x) + (t @ x[..., None])[..., 0]


def f14(mesh: Int[Array, "faces 3"], v: Float[Array, "verts 3"]) -> Float[Array, "faces 3"]:
    tri = v[mesh]
    return jnp.cross(tri[:, 1] - tri[:, 0], tri[:, 2] - tri[:, 0]) / tri.mean(1)


def make() -> P:
    return P(jnp.zeros((3, 3)), jnp.zeros(3))
