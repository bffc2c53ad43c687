"""Loops and branches over what functions of other modules make of what further functions make."""

import functools

import chained_functions as fns
import jax
import jax.numpy as jnp
from chained_functions import Gauss, fill_twice, gauss, gauss_of_three, node, start, start_again


def loops(n):
    jax.lax.fori_loop(0, 3, lambda i, s: fill_twice(s), start(n))  # E: jdc-carry
    jax.lax.fori_loop(0, 3, lambda i, q: fns.weigh(q), fns.gauss_again(n))  # E: jdc-carry
    jax.lax.fori_loop(0, 3, lambda i, s: fill_twice(s), start_again(n))  # E: jdc-carry
    jax.lax.fori_loop(0, 3, lambda i, s: fns.keep_twice(s), start(n))
    jax.lax.fori_loop(0, 3, lambda i, s: fns.fill_and_forget(s), start(n))
    jax.lax.fori_loop(0, 3, lambda i, s: fill_twice(s), fns.filled_start(n))
    jax.lax.fori_loop(0, 3, lambda i, s: fill_twice(s), fns.of_unknown(n, fns.start))
    state = start(n)
    jax.lax.scan(lambda s, _: (fns.fill_twice(s), None), state, None, length=3)  # E: jdc-carry
    jax.lax.scan(lambda s, _: (fns.keep_twice(s), None), state, None, length=3)


def methods(n):
    jax.lax.fori_loop(0, 3, lambda i, q: q.weighted(2.0), gauss(n))  # E: jdc-carry
    jax.lax.fori_loop(0, 3, lambda i, q: q.hotter().hotter(), gauss(n))
    jax.lax.fori_loop(0, 3, lambda i, q: q.weighted(2.0), gauss(n).replace(weight=jnp.ones(n)))
    jax.lax.scan(lambda g, _: (g.with_cache(), None), node(n), None, length=n)  # E: jdc-carry
    jax.lax.scan(lambda g, _: (g.with_x(), None), node(n), None, length=n)
    jax.lax.scan(lambda g, _: (g.with_cache(), None), node(n).with_cache(), None, length=n)


def branches(q: Gauss, ok: jax.Array):
    jax.lax.cond(ok, lambda q: q.higher(), lambda q: q, q)  # E: jdc-carry
    jax.lax.cond(ok, lambda q: q.hotter(), lambda q: q, q)
    jax.lax.cond(ok, lambda q: q.higher(), lambda q: q.higher(), q)
    jax.lax.cond(ok, lambda q: q.higher(), lambda q: q.hotter().higher(), q)
    jax.lax.cond(ok, lambda q: q.higher().higher(), lambda q: q.higher(), q)  # E: jdc-carry
    jax.lax.cond(ok, lambda q: q.named("a"), lambda q: q, q)
    jax.lax.cond(ok, lambda q: q.third(), lambda q: q, gauss_of_three(2))


def axes(n, xs):
    q = gauss(n)
    jax.vmap(lambda g, x: g.mean * x, in_axes=(Gauss(0, None, 3), None))(q, xs)  # E: jdc-transform-input
    jax.vmap(lambda g, x: g.mean * x, in_axes=(Gauss(0, None, 1), None))(q, xs)
    jax.vmap(lambda g, x: g.mean * x, in_axes=(Gauss(0), None))(q, xs)
    three = gauss_of_three(n)
    jax.vmap(lambda g, x: g.mean * x, in_axes=(Gauss(0, None, 3), None))(three, xs)
    jax.vmap(lambda g, x: g.mean * x, in_axes=(Gauss(0), None))(three, xs)  # E: jdc-transform-input
    four = fns.gauss_of(n, 4)
    jax.vmap(lambda g, x: g.mean * x, in_axes=(Gauss(0, None, 6), None))(four, xs)  # E: jdc-transform-input
    jax.vmap(lambda g, x: g.mean * x, in_axes=(Gauss(0, None, 4), None))(four, xs)
    jax.vmap(lambda g, x: g.mean * x, in_axes=(Gauss(0, None, 6), None))(fns.gauss_of(n, n), xs)
    named = q.named("other")
    jax.vmap(lambda g, x: g.mean * x, in_axes=(Gauss(0, None, 2), None))(named, xs)  # E: jdc-transform-input


def fill_here(by, state, _):
    return fill_twice(state), None


def keep_here(by, state, _):
    return fns.keep_twice(state), None


def partials(n, by):
    filling = functools.partial(fns.fill_by, by)
    jax.lax.while_loop(lambda s: True, filling, start(n))  # E: jdc-carry
    keeping = functools.partial(fns.keep_by, by)
    jax.lax.while_loop(lambda s: True, keeping, start(n))
    turn = functools.partial(fns.fill_turn, by)
    jax.lax.scan(turn, start(n), None, length=3)  # E: jdc-carry
    jax.lax.scan(turn, fns.filled_start(n), None, length=3)


def partials_of_own(n, by):
    state = start(n)
    body = functools.partial(keep_here, by)
    jax.lax.scan(body, state, None, length=3)
    if by:
        body = functools.partial(fill_here, by)
        jax.lax.scan(body, fns.filled_start(n), None, length=3)


def partial_that_fills(n, by):
    body = functools.partial(fill_of_start, by)
    jax.lax.scan(body, start(n), None, length=3)


def fill_of_start(by, state, _):
    return fill_twice(state), None  # E: jdc-carry
