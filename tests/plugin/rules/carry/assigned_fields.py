"""jdc-carry: objects whose fields the function of a loop or a branch assigns in place."""

from __future__ import annotations

from dataclasses import dataclass, field

import chex  # type: ignore[import-untyped]
import jax
import jax.numpy as jnp
import jax_dataclasses as jdc
from jax.tree_util import register_dataclass


@register_dataclass
@dataclass
class S:
    x: jax.Array
    cache: jax.Array | None = None
    tag: str = field(default="a", metadata={"static": True})


@chex.dataclass
class C:
    x: jax.Array
    cache: jax.Array | None = None


@jdc.pytree_dataclass
class J:
    x: jax.Array
    cache: jax.Array | None = None
    tag: jdc.Static[str] = "a"


def f1(x: jax.Array) -> S:
    def body(i: jax.Array, s: S) -> S:
        s.cache = s.x * 2  # E: jdc-carry
        s.x = s.x + 1
        return s

    return jax.lax.fori_loop(0, 3, body, S(x))


def f2(x: jax.Array) -> C:
    def body(c: C, _: None) -> tuple[C, jax.Array]:
        y = c.x * 2
        c.cache = y  # E: jdc-carry
        return c, y

    return jax.lax.scan(body, C(x=x), None, length=3)[0]


def f3(x: jax.Array) -> J:
    def body(j: J, _: None) -> tuple[J, jax.Array]:
        with jdc.copy_and_mutate(j, validate=False) as out:
            out.cache = j.x * 2  # E: jdc-carry
        return out, j.x

    return jax.lax.scan(body, J(x), None, length=3)[0]


def f4(x: jax.Array) -> J:
    def body(j: J) -> J:
        with jdc.copy_and_mutate(j, validate=False) as out:
            out.tag = "b"  # E: jdc-carry
        return out

    return jax.lax.while_loop(lambda j: j.x < 3, body, J(x))


def f5(x: jax.Array) -> S:
    def body(i: jax.Array, s: S) -> S:
        s.tag = "b"  # E: jdc-carry
        s.x += 1
        return s

    return jax.lax.fori_loop(0, 3, body, S(x))


def r1(x: jax.Array) -> S:
    def body(i: jax.Array, s: S) -> S:
        s.cache = s.x * 2
        s.cache = None
        s.tag = "a"
        return s

    return jax.lax.fori_loop(0, 3, body, S(x))


def r2(x: jax.Array) -> S:
    def body(i: jax.Array, s: S) -> S:
        s.cache = s.x * 2
        s.x = s.x + s.cache
        return s

    return jax.lax.fori_loop(0, 3, body, S(x, cache=x))


def r3(x: jax.Array) -> S:
    def body(i: jax.Array, s: S) -> S:
        s.cache = s.x * 2
        clear(s)
        return s

    return jax.lax.fori_loop(0, 3, body, S(x))


def clear(s: S) -> None:
    s.cache = None


def r4(x: jax.Array) -> S:
    def body(i: jax.Array, s: S) -> S:
        old = s.cache
        s.cache = s.x * 2
        s.x = s.cache
        s.cache = old
        return s

    return jax.lax.fori_loop(0, 3, body, S(x))


def r5(x: jax.Array) -> S:
    def body(i: jax.Array, s: S) -> S:
        s.cache = s.x * 2
        t = s
        t.cache = None
        return s

    return jax.lax.fori_loop(0, 3, body, S(x))


def b1(s: S, flag: jax.Array) -> S:
    def on(s: S) -> S:
        s.cache = s.x  # E: jdc-carry
        return s

    return jax.lax.cond(flag, lambda s: S(s.x, None), on, s)


def b2(s: S, flag: jax.Array) -> S:
    def on(s: S) -> S:
        s.x = s.x + 1
        return s

    return jax.lax.cond(flag, on, lambda s: s, s)


def b3(s: S, flag: jax.Array) -> S:
    def on(s: S) -> S:
        s.cache = s.x
        return s

    def off(s: S) -> S:
        s.cache = jnp.zeros_like(s.x)
        return s

    return jax.lax.cond(flag, on, off, s)


def b4(x: jax.Array, flag: jax.Array) -> S:
    def on(s: S) -> S:
        s.cache = s.x  # E: jdc-carry
        return s

    return jax.lax.cond(flag, on, lambda s: s, S(x))


def b5(x: jax.Array, flag: jax.Array) -> S:
    def on(s: S) -> S:
        s.tag = "b"  # E: jdc-carry
        return s

    return jax.lax.cond(flag, on, lambda s: s, S(x))


def b6(x: jax.Array) -> S:
    def body(i: jax.Array, s: S) -> S:
        def forget() -> None:
            s.cache = None

        s.cache = s.x
        forget()
        return s

    return jax.lax.fori_loop(0, 3, body, S(x))


def b7(x: jax.Array, keeps: bool) -> S:
    def body(i: jax.Array, s: S) -> S:
        s.cache = s.x
        if not keeps:
            s.cache = None
        s.x, s.tag = s.x + 1, "a"
        return s

    return jax.lax.fori_loop(0, 3, body, S(x))
