"""Parameters without annotations: what tracing hands them is a tracer or a tree of tracers."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@jax.jit
def branch(x):
    if x > 0:  # E: jdc-concrete
        return x
    return -x


@jax.jit
def scaled(x, limit):
    y = x * 2
    while y < 10:  # E: jdc-concrete
        y = y + 1
    for _ in range(limit):  # E: jdc-concrete
        y = y + 1
    return y if x + 1 >= 0.5 else float(x)  # E: jdc-concrete jdc-concrete


@partial(jax.jit, static_argnums=1, static_argnames="n")
def sized(x, k, n):
    if k > 3 and n > 2:
        return jnp.zeros(n)
    return jnp.zeros((x, 3))  # E: jdc-concrete


def body(carry: Any, x: Any) -> Any:
    if x < 0:  # E: jdc-concrete
        return carry, x
    return carry, np.sin(x)  # E: jdc-concrete


def by_hand(x):
    return x if x > 0 else -x  # E: jdc-concrete


mapped = jax.vmap(by_hand)
lax.scan(body, 0.0, jnp.ones(3))


@jax.jit
def right(x, tree, maybe, key=3):
    if x.shape[0] > 3 or x.ndim > 1 or len(tree) > 2:
        return x
    if key > 2:
        return x
    if maybe is None or not tree:
        return x
    if tree:
        return x
    if "a" in tree and maybe == 3:
        return x
    if isinstance(maybe, int) and maybe > 3:
        return x
    return np.asarray(maybe)


@jax.grad
def differentiated(x):
    return x if x > 0 else -x


class Model:
    n = 3

    @classmethod
    @jax.jit
    def make(cls, n):
        return cls, range(n)  # E: jdc-concrete

    @partial(jax.jit, static_argnums=0)
    def apply(self, x):
        if self.n > 3:
            return x
        return x if x > 0 else 0  # E: jdc-concrete


def caught(x):
    try:
        return 1 if x > 0 else 2
    except jax.errors.TracerBoolConversionError:
        return 3


jax.jit(caught)


def static_by_closure(n):
    def inner(x):
        if n > 3:
            return x
        return x * n

    return jax.jit(inner)


@jax.jit
def rebound(x):
    x = x.shape[0]
    if x > 3:
        return 1
    return 2


AXES = (0, None)
STATIC = (1,)


def f(x, n):
    if n > 3:
        return x
    return x * 2


def f2(x, n):
    return x if n > 3 else 0


def f3(x, n):
    return x if n > 3 else 0


def f5(x, n):
    return x if n > 3 else 0


def f6(n, x):
    return x if n > 3 else 0


def f7(x, n):
    return x if n > 3 else 0


def f8(x, n):
    return x if n > 3 else 0


def f9(x, n):
    return x if n > 3 else 0


def f10(x, n):
    return x if n > 3 else 0


def f11(x, n):
    return x if n > 3 else 0


def f12(x, n):
    return x if n > 3 else 0


a = jax.vmap(f, in_axes=(0, None))
b = jax.vmap(f2, in_axes=AXES)
c = jax.jit(f3, static_argnums=STATIC)
e = jax.jit(partial(f5, n=3))
g = jax.jit(partial(f6, 3))
h = jax.jit(lambda x: f7(x, 3))
i = jax.checkpoint(f8, static_argnums=(1,))
j = jax.vmap(partial(f9, n=4))
k = jax.pmap(f10, static_broadcasted_argnums=1)
o = jax.jit(jax.vmap(f11, in_axes=(0, None)), static_argnums=1)
m = jax.grad(f12, argnums=0)


class A:
    def __init__(self, n):
        self.n = n
        self.run = jax.jit(self._run)
        self.go = jax.jit(self._go, static_argnums=0)

    def _run(self, x):
        if self.n > 3:
            return x
        return x

    def _go(self, k, x):
        return x if k > 3 else 0

    @staticmethod
    @partial(jax.jit, static_argnames=["k"])
    def st(x, k):
        return x if k > 3 else 0

    @partial(jax.vmap, in_axes=(None, 0))
    def vm(self, x):
        return x if self.n > 3 else 0


def outer(xs):
    def step(carry, x):
        i, y = carry
        return (i + 1, y + x), None

    return lax.scan(step, (0, 0.0), xs)


def cond_fun(state):
    return state[0] < 10


def body_fun(state):
    return state


lax.while_loop(cond_fun, body_fun, (0, 1))


@jax.custom_vjp
def cv(x, n):
    return x if n > 3 else 0


@partial(jax.custom_jvp, nondiff_argnums=(1,))
def cj(x, n):
    return x if n > 3 else 0
