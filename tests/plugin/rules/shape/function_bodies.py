"""Calls of functions without annotations of arrays whose body is certain to raise with what they are given."""

import contextlib
import functools
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jaxtyping import Array, Float


def combine(a, b):
    return a @ b


def affine(w, x, b):
    h = w @ x
    return h + b


def loss(params, x, y):
    predicted = affine(params[0], x, params[1])
    error = predicted - y
    return jnp.mean(error**2)


def typed(a: jax.Array, b: jax.Array) -> jax.Array:
    c = a + b
    return c * 2


def nothing_returned(a, b) -> None:
    print(a.shape)
    total = jnp.sum(a * b)
    print(total)


@jax.jit
def jitted(a, b):
    return a - b


@functools.partial(jax.jit, static_argnames="n")
def rows(x, n):
    return x.reshape(n, -1) + jnp.zeros((n, 4))  # E: jdc-shape


@eqx.filter_jit
def filtered(a, b):
    return jnp.concatenate([a, b])


doubled = jax.jit(combine)


def main():
    weights = jnp.zeros((4, 3))
    return weights @ weights  # E: jdc-shape


def wrong() -> None:
    v3, v4 = jnp.zeros(3), jnp.zeros(4)
    combine(v3, v4)  # E: jdc-shape
    combine(b=v3, a=v4)  # E: jdc-shape
    affine(jnp.zeros((4, 3)), v3, v3)  # E: jdc-shape
    loss((jnp.zeros((4, 3)), v4), v3, v3)  # E: jdc-shape
    typed(v3, v4)  # E: jdc-shape
    nothing_returned(v3, v4)  # E: jdc-shape
    jitted(v3, v4)  # E: jdc-shape
    rows(jnp.zeros((2, 6)), 2)  # reported in the function
    filtered(v3, jnp.zeros((4, 1)))  # E: jdc-shape
    doubled(v3, v4)  # E: jdc-shape
    jax.jit(combine)(v3, v4)  # E: jdc-shape
    jax.grad(loss)((jnp.zeros((4, 3)), v4), v3, v3)  # E: jdc-shape
    jax.jit(jax.value_and_grad(loss))((jnp.zeros((4, 3)), v4), v3, v3)  # E: jdc-shape
    jax.vmap(combine)(jnp.zeros((5, 3)), jnp.zeros((5, 4)))  # E: jdc-shape
    jax.vmap(combine, in_axes=(None, 0))(v3, jnp.zeros((5, 4)))  # E: jdc-shape
    main()
    default(v4)  # E: jdc-shape
    checked_first(v3, v4)  # E: jdc-shape
    chained(v3)  # E: jdc-shape

    def inner(a):
        b = a + jnp.ones((2, 3))
        return b @ b

    inner(v3)  # E: jdc-shape


def default(a, b=jnp.zeros(3)):
    return a * b


def checked_first(a, b):
    if a is None:
        raise ValueError("an array, please")
    return a * b


def chained(a):
    return combine(default(a), jnp.zeros(5))


def asks(a, b):
    if a.shape != b.shape:
        return jnp.zeros(3)
    return a + b


def asks_and_leaves(a, b):
    if a.ndim == b.ndim and a.shape[0] != b.shape[0]:
        return None
    c = a + b
    return c.sum()


def flagged(a, b, flag=False):
    if flag:
        return a * 2
    return a + b


def in_branch(a, b, flag=False):
    total = a.sum()
    if flag:
        total = (a + b).sum()
    return total


def chosen(a, b, flag=False):
    if flag:
        c = a + b
    return c if flag else a


def tried(a, b):
    try:
        c = a + b
    except TypeError:
        c = a
    return c


def suppressed(a, b):
    with contextlib.suppress(TypeError):
        print(a + b)
    return a


def in_loop(a, b, n):
    for _ in range(n):
        a = a + b
    return a


def later(a, b):
    return lambda: a + b


def some(a, b):
    return a.size == b.size and a + b


def generated(a, b):
    yield a + b


async def waited(a, b):
    return a + b


def starred(*arrays):
    return arrays[0] + arrays[1]


def rebound(a, b):
    a = jnp.zeros(b.shape)
    return a + b


def rebound_below(a, b):
    return a + b


rebound_below = jax.vmap(rebound_below, in_axes=(None, 0))  # type: ignore[assignment]


def patched(a, b):
    return a + b


class Holder: ...


Holder.patched = lambda a, b: a  # type: ignore[attr-defined]


@functools.cache
def cached(a, b):
    return a + b


def decorator(function: Any) -> Any:
    return lambda *given: function(given[0], given[0])


@decorator
def decorated(a, b):
    return a + b


def recursive(a, n):
    if n == 0:
        return a
    return recursive(a + jnp.zeros(3), n - 1)


def endless(a):
    return endless(jnp.concatenate([a, a]))


def says(a: Float[Array, "n"], b: Float[Array, "n"]):
    return a + b


def own_mistake(a: jax.Array) -> jax.Array:
    b = jnp.zeros(3) + jnp.zeros(4)  # E: jdc-shape
    return a + b.sum()


def right(flag: bool, unknown: Any) -> None:
    v3, v4 = jnp.zeros(3), jnp.zeros(4)
    combine(v3, v3)
    combine(v4, jnp.zeros((4, 3)))
    affine(jnp.zeros((4, 3)), v3, v4)
    loss((jnp.zeros((4, 3)), v4), v3, v4)
    typed(v3, v3)
    jitted(v3, 1.0)
    jitted(np.zeros(3), v3)
    rows(jnp.zeros((2, 4)), 2)
    filtered(v3, v4)
    jax.grad(loss)((jnp.zeros((4, 3)), v4), v3, v4)
    jax.vmap(combine)(jnp.zeros((5, 3)), jnp.zeros((5, 3)))
    jax.vmap(combine, in_axes=(None, 0))(v3, jnp.zeros((5, 3)))
    jax.vmap(combine, in_axes=0)(jnp.zeros((5, 3)), jnp.zeros((5, 3)))
    asks(v3, v4)
    asks_and_leaves(v3, v4)
    flagged(v3, v4, flag)
    flagged(v3, v4, True)
    in_branch(v3, v4)
    chosen(v3, v4)
    tried(v3, v4)
    suppressed(v3, v4)
    in_loop(v3, v4, 0)
    later(v3, v4)
    some(v3, v4)
    generated(v3, v4)
    _ = waited(v3, v4)
    rebound(v3, v4)
    rebound_below(v3, jnp.zeros((4, 3)))
    patched(v3, v4)
    decorated(v3, v4)
    recursive(v3, 3)
    endless(v3)
    combine(unknown, v3)
    combine(*unknown)
    own_mistake(v3)
    try:
        combine(v3, v4)
    except TypeError:
        pass
    with pytest.raises(TypeError):
        combine(v3, v4)
    if v3.shape == v4.shape:
        combine(v3, v4)


def annotated() -> None:
    says(jnp.zeros(3), jnp.zeros(4))  # E: jdc-shape


def gives(a: Float[Array, "3"]) -> Float[Array, "3"]:
    return combine(jnp.zeros((4, 3)), a)  # E: jdc-shape


def told_inside() -> None:
    combine(jnp.zeros(3), jnp.zeros(4))  # E: jdc-shape


def told_further_inside() -> None:
    told_inside()


def told_of_annotation() -> None:
    says(jnp.zeros(3), jnp.zeros(4))  # E: jdc-shape


def given_a_part(a: jax.Array) -> jax.Array:
    return combine(a, jnp.zeros(4))


told_inside()
told_further_inside()
told_of_annotation()
given_a_part(jnp.zeros(3))  # E: jdc-shape


def differences(a, b):
    return jax.vmap(lambda x: jax.vmap(lambda y: x - y)(b))(a)


def of_differences() -> None:
    differences(jnp.zeros((4, 3)), jnp.zeros((5, 3))) @ jnp.zeros((3, 2))
    differences(jnp.zeros((4, 3)), jnp.zeros((5, 3))) @ jnp.zeros((4, 2))  # E: jdc-shape
