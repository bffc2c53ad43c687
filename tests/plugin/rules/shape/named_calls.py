"""Loops, maps and functions that are called in part, where sizes have names."""

from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import Array, lax, random
from jaxtyping import Float, Int, PRNGKeyArray


def one(q: Float[Array, "k"], keys: Float[Array, "s k"]) -> Float[Array, "s"]:
    return jax.nn.softmax(keys @ q)


def every(qs: Float[Array, "t k"], keys: Float[Array, "s k"]) -> Float[Array, "t s"]:
    return jax.vmap(partial(one, keys=keys))(qs)


def every_transposed(qs: Float[Array, "t k"], keys: Float[Array, "s k"]) -> Float[Array, "s t"]:
    return jax.vmap(one, in_axes=(0, None))(qs, keys)  # E: jdc-shape


def in_part(qs: Float[Array, "t k"], keys: Float[Array, "s k"]) -> Float[Array, "s"]:
    given = partial(one, keys=keys)
    given(qs)  # E: jdc-shape
    return given(qs[0])


def along_both(qs: Float[Array, "t k"], keys: Float[Array, "s k"]) -> Array:
    return jax.vmap(jnp.dot)(qs, keys)  # E: jdc-shape


def twice(x: Float[Array, "n m d"], y: Float[Array, "n k d"]) -> Array:
    return jax.vmap(jax.vmap(jnp.dot))(x, y)  # E: jdc-shape


def entropy(logits: Float[Array, "k"], target: Int[Array, ""]) -> Float[Array, ""]:
    return -jax.nn.log_softmax(logits)[target]


def filtered(logits: Float[Array, "n k"], target: Int[Array, "n"]) -> Float[Array, "n"]:
    per = eqx.filter_vmap(entropy)
    per(target, logits)  # E: jdc-shape, jdc-shape, jdc-dtype, jdc-dtype
    return per(logits, target)


def rows(x: Float[Array, "n d"], w: Float[Array, "d k"]) -> Float[Array, "n k"]:
    return lax.map(lambda row: row @ w, x)


def columns(x: Float[Array, "n d"], w: Float[Array, "d k"]) -> Float[Array, "n k"]:
    return lax.map(lambda row: w @ row, x)  # E: jdc-shape


def together(xs: Float[Array, "t h"], ys: Float[Array, "u h"]) -> Array:
    return lax.scan(lambda c, xy: (c, xy[0] * xy[1]), 0.0, (xs, ys))[1]  # E: jdc-shape


def unrolled(xs: Float[Array, "t 4"], w: Float[Array, "4 4"]) -> Float[Array, "t 4"]:
    def body(h, x):
        h = jnp.tanh(h @ w + x)
        return h, h

    last, hs = lax.scan(body, jnp.zeros(4), xs)
    last + jnp.zeros(3)  # E: jdc-shape
    return hs


def longer(xs: Float[Array, "t 4"], w: Float[Array, "4 4"]) -> Array:
    def body(h, x):
        return (h @ w + x)[None], h

    return lax.scan(body, jnp.zeros(4), xs)[1]  # E: jdc-shape


def power(a: Float[Array, "n n"], v: Float[Array, "n"]) -> Float[Array, "n"]:
    lax.fori_loop(0, 3, lambda i, v: a @ v[:, None], v)  # E: jdc-shape
    return lax.fori_loop(0, 3, lambda i, v: a @ v, v)


def best(logits: Float[Array, "n k"]) -> Float[Array, "n 5"]:
    values, places = lax.top_k(logits, 3)
    return values  # E: jdc-shape


def best_places(logits: Float[Array, "n k"]) -> Float[Array, "n 5"]:
    values, places = lax.top_k(logits, 5)
    return places  # E: jdc-dtype


def residual(p: Float[Array, "p"], x: Float[Array, "n p"], y: Float[Array, "n"]) -> Float[Array, "n"]:
    return x @ p - y


def newton(p: Float[Array, "p"], x: Float[Array, "n p"], y: Float[Array, "n"]) -> Float[Array, "p"]:
    j = jax.jacfwd(residual)(p, x, y)
    r = residual(p, x, y)
    return p - jnp.linalg.solve(j.T @ j, j.T @ r)


def newton_of_rows(p: Float[Array, "p"], x: Float[Array, "n p"], y: Float[Array, "n"]) -> Float[Array, "p"]:
    j = jax.jacfwd(residual)(p, x, y)
    r = residual(p, x, y)
    return p - jnp.linalg.solve(j.T @ j, j @ r)  # E: jdc-shape


def kept(pred: Float[Array, "*b d"]) -> Float[Array, "*b"]:
    return (pred**2).sum(-1)


def not_kept(pred: Float[Array, "*b d"]) -> Float[Array, "*b d"]:
    return (pred**2).sum(-1)  # E: jdc-shape


def swapped(x: Float[Array, "*b t d"], w: Float[Array, "d h k"]) -> Float[Array, "*b t h k"]:
    return jnp.einsum("...td,dhk->...htk", x, w)  # E: jdc-shape


def joseph(k: Float[Array, "s o"], h: Float[Array, "o s"], key: PRNGKeyArray) -> Float[Array, "s s"]:
    jnp.eye(k.shape[0]) - h @ k  # E: jdc-shape
    random.normal(key, (k.shape[0], 3)) @ jnp.zeros((3, 2))
    return jnp.eye(k.shape[0]) - k @ h


def grouped(q: Float[Array, "heads d"], k: Float[Array, "groups d"]) -> Float[Array, "heads d"]:
    shared = jnp.repeat(k, q.shape[0] // k.shape[0], axis=0)
    return q + shared


def masked(logits: Float[Array, "b h t s"], keep: Int[Array, "b s"]) -> Float[Array, "b h t s"]:
    jnp.where(keep[:, None, None, :] > 0, logits, -jnp.inf)
    return jnp.where(keep[:, None, :] > 0, logits, -jnp.inf)  # E: jdc-shape


def expanded(k, q):
    return jnp.repeat(k, q.shape[0] // k.shape[0], axis=0)


def grouped_elsewhere(q: Float[Array, "heads d"], k: Float[Array, "groups d"]) -> Float[Array, "heads d"]:
    return q + expanded(k, q)


def grouped_and_added(q, k):
    return q + jnp.repeat(k, q.shape[0] // k.shape[0], axis=0)


def grouped_in_a_map(q: Float[Array, "b heads d"], k: Float[Array, "b groups d"]) -> Float[Array, "b heads d"]:
    mapped = lax.map(lambda both: grouped_and_added(both[0], both[1]), (q, k))
    return mapped + jax.vmap(grouped_and_added)(q, k)


def loss(x):
    return jnp.sum(x**2)


def typed_loss(x: Float[Array, "d"]) -> Float[Array, ""]:
    return jnp.sum(x**2)


def gradients(xs: Float[Array, "n d"]) -> Float[Array, "n d"]:
    lax.map(jax.grad(loss), xs) + jnp.zeros((2, 2, 2))
    return lax.map(jax.grad(typed_loss), xs) + jax.vmap(jax.grad(loss))(xs)


def gradients_as_values(xs: Float[Array, "n d"]) -> Float[Array, "n"]:
    return lax.map(jax.grad(typed_loss), xs)  # E: jdc-shape


def hessian(x: Float[Array, "d"]) -> Float[Array, "d d"]:
    return jax.jacfwd(jax.grad(typed_loss))(x) + jax.hessian(loss)(x)


def hessian_as_gradient(x: Float[Array, "d"]) -> Float[Array, "d"]:
    return jax.hessian(typed_loss)(x)  # E: jdc-shape


def tangent(p: Float[Array, "p"], x: Float[Array, "n p"], y: Float[Array, "n"]) -> Float[Array, "n"]:
    jax.jvp(lambda q: residual(q, x, y), (p,), (y,))  # E: jdc-shape
    out, change = jax.jvp(lambda q: residual(q, x, y), (p,), (p,))
    out + jnp.zeros((2, 2, 2))
    return change


def tangent_of_argument(p: Float[Array, "p"], x: Float[Array, "n p"], y: Float[Array, "n"]) -> Float[Array, "p"]:
    out, change = jax.jvp(lambda q: residual(q, x, y), (p,), (p,))
    return change  # E: jdc-shape


def pulled(p: Float[Array, "p"], x: Float[Array, "n p"], y: Float[Array, "n"]) -> Float[Array, "p"]:
    out, pull = jax.vjp(lambda q: residual(q, x, y), p)
    return pull(out)[0]


def centred(x: Float[Array, "n d"]) -> Float[Array, "n d"]:
    jnp.apply_along_axis(jnp.sum, 0, x) + jnp.zeros((2, 2, 2))
    return jnp.apply_along_axis(lambda row: row - row.mean(), 1, x)


def totals(x: Float[Array, "n d"]) -> Float[Array, "n"]:
    return jnp.apply_along_axis(jnp.sum, 0, x)  # E: jdc-shape
