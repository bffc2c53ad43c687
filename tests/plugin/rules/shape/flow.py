"""Names whose value depends on more than the order of statements, and functions that are called rightly."""

import contextlib
import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Float32, Int


def flag() -> bool:
    return True


def loops(n: int) -> None:
    x = jnp.zeros(3)
    for _ in range(n):
        x @ jnp.zeros(3)
        x = jnp.zeros(3)
    y = jnp.zeros((2, 3))
    for _ in range(n):
        if y.shape[0] == 2:
            y = y.T
        else:
            y = y.reshape(2, 3)
        y @ jnp.zeros((2, 7))
    z = jnp.zeros(1)
    while flag():
        z + jnp.zeros(5)
        z = jnp.zeros(5)
    w = jnp.zeros(4)
    for _ in range(n):
        w = jnp.concatenate([w, jnp.zeros(1)])
    w + jnp.zeros(9)
    acc = jnp.zeros(3)
    for i in range(n):
        acc = acc + i
        acc + jnp.zeros(3)


def branches(a: bool) -> jax.Array:
    x = jnp.zeros(3)
    if a:
        x = jnp.zeros(4)
    x + jnp.zeros(4)
    y = jnp.zeros(2)
    try:
        y = jnp.zeros(5)
    except RuntimeError:
        y + jnp.zeros(5)
    y + jnp.zeros(5)
    with contextlib.suppress(RuntimeError):
        y = jnp.zeros(6)
    y + jnp.zeros(6)
    match a:
        case True:
            y = jnp.zeros(7)
        case _:
            pass
    y + jnp.zeros(7)
    return y


def nested() -> None:
    x = jnp.zeros(3)

    def inner() -> None:
        nonlocal x
        x = jnp.zeros(4)

    inner()
    x + jnp.zeros(4)
    y = jnp.zeros(3)

    def reads() -> jax.Array:
        return y + jnp.zeros(5)

    y = jnp.zeros(5)
    reads()
    f = lambda: y + jnp.zeros(5)
    f()
    g = [y + jnp.zeros(5) for y in (jnp.zeros(5),)]
    if (k := jnp.zeros(3)).sum() > 0 or (k := jnp.zeros(5)).sum() > 1:
        k + jnp.zeros(5)


GLOBAL = jnp.zeros(3)


def change() -> None:
    global GLOBAL
    GLOBAL = jnp.zeros(5)


def use() -> jax.Array:
    return GLOBAL + jnp.zeros(5)


change()
GLOBAL + jnp.zeros(5)


def rank(
    x: Float[Array, "n 3"], y: Float[Array, "m"], z: Float[Array, "... 3"], w: Float[Array, "#n 3"]
) -> Float[Array, "n"]:
    x @ jnp.zeros((3, 2))
    x[:, 0] + y
    z @ jnp.zeros(3)
    x + w
    x.reshape(-1)  # E: jdc-discarded
    x[:5] + jnp.zeros((5, 3))
    jnp.concatenate([x, jnp.zeros((1, 3))]) + jnp.zeros((4, 3))
    return x.sum(-1)


def rebinds(x: Float[Array, "3"]) -> Float[Array, "4"]:
    x = jnp.zeros(4)
    return x


def returns_sliced(x: Float[Array, "n 3"]) -> Float[Array, "n-1 3"]:
    return x[1:]


def returns_any(x: Float[Array, "n"]) -> Float[Array, "m"]:
    return jnp.concatenate([x, x])


def returns_const(x: Float[Array, "n"]) -> Float[Array, "n"]:
    return jnp.zeros(3)


def batch(x: Float[Array, "*b 3"]) -> Float[Array, "*b"]:
    return x.sum(-1)


def optional(x: Float[Array, "3"] | None = None) -> Float[Array, "3"]:
    if x is None:
        x = jnp.zeros(3)
    return x + 1


def scalar(x: Float[Array, ""]) -> Float[Array, ""]:
    return x * 2


def dtyped(x: Float32[Array, "3"], i: Int[Array, "3"]) -> Float[Array, "3"]:
    return x * i


def gen(x: Float[Array, "a b"], y: Float[Array, "b c"]) -> Float[Array, "a c"]:
    return x @ y


scalar(jnp.float32(3))
scalar(jnp.zeros(()))
optional()
optional(None)
optional(jnp.zeros(3))
batch(jnp.zeros(3))
batch(jnp.zeros((2, 4, 3)))
gen(jnp.zeros((2, 3)), jnp.zeros((3, 4))) @ jnp.zeros((4, 5))
dtyped(jnp.zeros(3), jnp.arange(3))
jax.vmap(scalar)(jnp.zeros(3))
jax.vmap(gen, in_axes=(0, None))(jnp.zeros((9, 2, 3)), jnp.zeros((3, 4)))
jax.vmap(gen, in_axes=(None, -1))(jnp.zeros((2, 3)), jnp.zeros((3, 4, 9)))
jax.vmap(jax.vmap(scalar))(jnp.zeros((3, 4)))
jax.jit(gen)(jnp.zeros((2, 3)), jnp.zeros((3, 4)))
jax.grad(lambda x: gen(x, x).sum())(jnp.zeros((2, 2)))
jax.vmap(lambda x, y: x @ y)(jnp.zeros((5, 2)), jnp.zeros((5, 2)))


@jax.vmap
def mapped(x: Float[Array, "3"]) -> Float[Array, "3"]:
    return x


mapped(jnp.zeros((7, 3)))


@functools.partial(jax.vmap, in_axes=1)
def mapped1(x: Float[Array, "3"]) -> Float[Array, "3"]:
    return x


mapped1(jnp.zeros((3, 7)))


@functools.partial(jax.jit, static_argnames="n")
def stat(x: Float[Array, "3"], n: int) -> Float[Array, "3"]:
    return x * n


stat(jnp.zeros(3), 2)


class Net:
    w: Float[Array, "3 4"]

    def __init__(self, w: Float[Array, "3 4"]) -> None:
        self.w = w

    @classmethod
    def make(cls, n: int, w: Float[Array, "3 4"]) -> "Net":
        return cls(w)

    @staticmethod
    def stat(w: Float[Array, "3 4"]) -> Float[Array, "3"]:
        return w.sum(1)

    @property
    def t(self) -> Float[Array, "4 3"]:
        return self.w.T

    def __call__(self, x: Float[Array, "b 4"]) -> Float[Array, "b 3"]:
        return x @ self.w.T


Net(jnp.zeros((3, 4)))
Net.make(1, jnp.zeros((3, 4)))
Net.stat(jnp.zeros((3, 4)))
net = Net(jnp.zeros((3, 4)))
net.make(1, jnp.zeros((3, 4)))
net.stat(jnp.zeros((3, 4)))
net(jnp.zeros((2, 4)))
Net.__call__(net, jnp.zeros((2, 4)))
jax.vmap(net)(jnp.zeros((5, 2, 4)))


def tried() -> None:
    try:
        jnp.zeros(3) + jnp.zeros(4)
    except TypeError:
        pass
    try:
        jnp.zeros(3) + jnp.zeros(4)
    except Exception:
        pass


def user(x: Any, y) -> None:
    x @ y
    x + jnp.zeros(3)
    n = x.shape[0]
    jnp.zeros((n, 3)) @ jnp.zeros((3, n))
    jnp.zeros(n) + jnp.zeros(3)
    a, b = jnp.zeros(3), jnp.zeros(4)
    a, b = b, a
    a + jnp.zeros(4)
    xs = [jnp.zeros(3)]
    xs[0] = jnp.zeros(4)
    xs[0] + jnp.zeros(4)
    m = np.zeros((2, 3))
    m.shape = (3, 2)
    m @ np.zeros((2, 3))
    m = np.zeros((2, 3))
    m.resize((3, 3))
    m @ np.zeros((3, 3))
    del m


def straight() -> None:
    x = jnp.zeros(3)
    x = jnp.concatenate([x, jnp.zeros(1)])
    x + jnp.zeros(3)  # E: jdc-shape
