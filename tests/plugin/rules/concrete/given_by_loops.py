"""jdc-concrete in functions without annotations that loops and branches of JAX call: the arguments of the loop tell."""

from typing import Any

import flax.struct
import jax.numpy as jnp
from jax import Array, lax


@flax.struct.dataclass
class S:
    x: Array
    n: int
    k: int = flax.struct.field(pytree_node=False, default=1)


def a(x: Array) -> Any:
    r = lax.map(lambda v: 1.0 if v else 0.0, x)  # E: jdc-concrete
    _, y = lax.scan(lambda c, v: (c if v else -c, v), 0, x)  # E: jdc-concrete
    z = lax.fori_loop(0, 3, lambda i, c: c if i else -c, x)  # E: jdc-concrete
    z = lax.fori_loop(0, 3, lambda i, c: c if i > 1 else -c, x)  # E: jdc-concrete
    w = lax.while_loop(lambda s: s.n < 3, lambda s: s.replace(n=1 if s.n else 0), S(x, 0))  # E: jdc-concrete
    q = lax.cond(True, lambda u: u if u else -u, lambda u: u, x)  # E: jdc-concrete
    p = lax.fori_loop(0, 3, lambda i, c: c.replace(x=jnp.zeros(c.n)), S(x, 0))  # E: jdc-concrete
    return r, y, z, w, q, p


def b(s: S, x: Array) -> Any:
    def body(c, v):
        if c.k:
            c = c.replace(x=c.x + v)
        return c, None

    def opt(c, v=None):
        if v is not None:
            return c
        return c + 1

    def named(c, v):
        if v:  # E: jdc-concrete
            return c, v
        return c, v

    lax.fori_loop(0, 3, opt, 0)
    lax.scan(named, s, x)
    lax.scan(lambda c, _: (c, None) if _ is None else (-c, None), x, None, length=3)
    r = lax.map(lambda v: v if isinstance(v, tuple) else -v, x)
    t = lax.map(lambda v: v[0] if v else 0, (x, x))
    u = lax.scan(lambda c, v: (c + 1 if c.ndim == 0 else c, v), x, x)
    return lax.scan(body, s, x), r, t, u


def pairs(x: Array) -> Any:
    def carried(carry, v):
        total, done = carry
        if done:  # E: jdc-concrete
            return carry, v
        return (total + v, done), v

    def counted(i, carry):
        n, total = carry
        return n + 1, total if n else total + 1  # E: jdc-concrete

    def with_list(carry, v):
        total, rows = carry
        if rows:
            total = total + rows[0]
        return (total, rows), v

    def whole(carry, v):
        if carry:
            total, done = carry
            return (total + v, done), v
        return carry, v

    def with_none(carry, v):
        total, last = carry
        if last is None:
            return (total + v, last), v
        return (total, last), v

    lax.scan(carried, (x[0], True), x)
    lax.fori_loop(0, 3, counted, (0, x))
    lax.scan(with_list, (x[0], [x[0]]), x)
    lax.scan(whole, (x[0], x), x)
    return lax.scan(with_none, (x[0], None), x)
