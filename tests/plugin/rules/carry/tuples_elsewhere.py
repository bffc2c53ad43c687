"""Loops that carry named tuples of another module."""

import jax
import jax.numpy as jnp
import tuple_functions as fns
from tuple_functions import Buffer, Cursor, empty, full, mark, push


def loops(n):
    jax.lax.scan(lambda b, _: (mark(push(b, 1.0)), None), empty(n), None, length=3)  # E: jdc-carry
    jax.lax.scan(lambda b, _: (push(b, 1.0), None), empty(n), None, length=3)
    jax.lax.scan(lambda b, _: (mark(push(b, 1.0)), None), full(n), None, length=3)
    jax.lax.scan(lambda b, _: (mark(b), None), mark(empty(n)), None, length=3)
    jax.lax.fori_loop(0, 3, lambda i, b: b._replace(last=b.data), empty(n))  # E: jdc-carry
    jax.lax.fori_loop(0, 3, lambda i, b: b._replace(data=b.data * 2), empty(n))
    buffer = Buffer(jnp.zeros(n), Cursor(jnp.zeros(()), jnp.zeros(())))
    jax.lax.fori_loop(0, 3, lambda i, b: fns.mark(b), buffer)  # E: jdc-carry
    jax.lax.fori_loop(0, 3, lambda i, b: fns.push(b, 1.0), buffer)
    jax.lax.fori_loop(0, 3, lambda i, b: b._replace(y=b.x), fns.made(n))


def branches(n, ok):
    jax.lax.cond(ok, mark, lambda b: b, empty(n))  # E: jdc-carry
    jax.lax.cond(ok, mark, lambda b: b, full(n))
    jax.lax.cond(ok, lambda b: push(b, 1.0), lambda b: b, empty(n))


def unknown(buffer: Buffer, ok):
    jax.lax.cond(ok, mark, lambda b: b, buffer)
    jax.lax.fori_loop(0, 3, lambda i, b: mark(b), buffer)
