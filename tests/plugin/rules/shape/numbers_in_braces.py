"""Sizes that an annotation has by a number of the call: ``{n}`` and ``{self.n}``."""

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


def arg(n: int) -> Float[Array, "{n}"]:
    return jnp.zeros(n)


def arg_wrong(n: int) -> Float[Array, "{n}"]:
    return jnp.zeros(n + 1)  # E: jdc-shape


def arg_plus(n: int) -> Float[Array, "{n}+1"]:
    return jnp.zeros(n + 1)


def arg_plus_wrong(n: int) -> Float[Array, "{n}+1"]:
    return jnp.zeros(n)  # E: jdc-shape


def arg_two(n: int, x: Float[Array, " m"]) -> Float[Array, "{n} m"]:
    return jnp.broadcast_to(x, (n, x.shape[0]))


def arg_two_wrong(n: int, x: Float[Array, " m"]) -> Float[Array, "{n} m"]:
    return jnp.broadcast_to(x[:, None], (x.shape[0], n))  # E: jdc-shape


class Grid:
    def __init__(self, n: int) -> None:
        self.n = n

    def points(self) -> Float[Array, "{self.n} 2"]:
        return jnp.zeros((self.n, 2))

    def turned(self) -> Float[Array, "{self.n} 2"]:
        return jnp.zeros((2, self.n))  # E: jdc-shape

    def edges(self) -> Float[Array, "{self.n}+1"]:
        return jnp.linspace(0, 1, self.n + 1)

    def edges_of_another_size(self) -> Float[Array, "{self.n}-1"]:
        return jnp.linspace(0, 1, self.n + 1)  # E: jdc-shape

    def cells(self) -> Float[Array, "{self.n-1}"]:
        return jnp.linspace(0, 1, self.n - 1)

    def cells_of_another_size(self) -> Float[Array, "{self.n-1}"]:
        return jnp.linspace(0, 1, self.n)  # E: jdc-shape


def a1(n: int) -> Float[Array, "{n}"]:
    if n == 0:
        return jnp.zeros(0)
    return jnp.ones(n)


def a2(n: int) -> Float[Array, "{n}"]:
    m = n + 1
    return jnp.zeros(m - 1)


def a3(n: int) -> Float[Array, "{n}"]:
    xs = [jnp.zeros(()) for _ in range(n)]
    return jnp.stack(xs)


def a4(n: int, k: int = 3) -> Float[Array, "{n} {k}"]:
    return jnp.zeros((n, k))


def a6(x: Float[Array, " m"], n: int) -> Float[Array, "m*{n}"]:
    return jnp.repeat(x, n)


def a7(n: int) -> Float[Array, "{n} {n}"]:
    i = jnp.arange(n)
    return (i[:, None] == i[None, :]).astype(float)


def a8(n: int) -> Float[Array, "{2*n}"]:
    return jnp.concatenate([jnp.zeros(n), jnp.ones(n)])


def a9(n: int) -> Float[Array, "{n}"]:
    n = n * 2
    return jnp.zeros(n // 2)


def a10(n: int, m: int) -> Float[Array, "{n} {m}"]:
    assert n == m
    return jnp.zeros((m, n))


def a11(n: int, flag: bool) -> Float[Array, "{n}"]:
    return jnp.zeros(n) if flag else jnp.zeros((2, n))[0]


def a12(xs: list[Float[Array, "3"]]) -> Float[Array, "{len(xs)} 3"]:
    return jnp.stack(xs)


def a13(x: Float[Array, "a b"]) -> Float[Array, "{x.shape[1]} {x.shape[0]}"]:
    return x.T


def a14(n: int) -> Float[Array, "{n:d}"]:
    return jnp.zeros(n)


def a15(n: int) -> Float[Array, "1{n}"]:
    return jnp.zeros(10 + n)


def a16(n: int) -> tuple[Float[Array, "{n}"], Float[Array, "{n}+1"]]:
    return jnp.zeros(n), jnp.linspace(0, 1, n + 1)


def a17(n: int) -> Float[Array, "{n} 3"]:
    keys = jax.random.split(jax.random.key(0), n)
    return jax.vmap(lambda k: jax.random.normal(k, (3,)))(keys)


def a18(n: int, m: int) -> Float[Array, "{n} {m}"]:
    while n > m:
        return jnp.zeros((m, n)).T
    return jnp.eye(n, m)


class Growing:
    def __init__(self, n: int) -> None:
        self.n = n
        self.m = n

    def edges(self) -> Float[Array, "{self.n}+1"]:
        return jnp.linspace(0, 1, self.n + 1)

    def centers(self) -> Float[Array, "{self.n}"]:
        e = self.edges()
        return (e[1:] + e[:-1]) / 2

    def square(self) -> Float[Array, "{self.n} {self.n}"]:
        return jnp.zeros((self.n, self.m))

    def grow(self) -> Float[Array, "{self.n}"]:
        self.n += 1
        return jnp.zeros(self.n)

    def grow2(self) -> Float[Array, "{self.n}"]:
        old = jnp.zeros(self.n)
        self.n = self.n + 2
        return jnp.concatenate([old, jnp.zeros(2)])

    def shape(self) -> Float[Array, "{self.n} 2"]:
        size = (self.n, 2)
        return jnp.zeros(size)


class Mod(eqx.Module):
    width: int = eqx.field(static=True)
    w: Float[Array, "o i"]

    def __call__(self, x: Float[Array, " i"]) -> Float[Array, "{self.width}"]:
        return self.w @ x

    def pad(self, x: Float[Array, " i"]) -> Float[Array, "{self.width}"]:
        return jnp.pad(x, (0, self.width - x.shape[0]))


class Rect(eqx.Module):
    a: int = eqx.field(static=True)
    b: int = eqx.field(static=True)

    def m(self) -> Float[Array, "{self.a} {self.b}"]:
        return jnp.zeros((self.b, self.a)).T

    def flat(self) -> Float[Array, "{self.a*self.b}"]:
        return self.m().reshape(-1)
