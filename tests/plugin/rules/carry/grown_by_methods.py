"""Carries to which a method of the object in them adds an item."""

from __future__ import annotations

from typing import Any

import flax.struct
from jax import Array, lax


class Ens(flax.struct.PyTreeNode):
    members: tuple[Array, ...]
    rows: list[Array]

    def push(self, m: Array) -> Ens:
        """Add."""
        return self.replace(members=(*self.members, m))

    def shift(self, m: Array) -> Ens:
        return self.replace(members=(*self.members[1:], m))

    def add(self, m: Array) -> Ens:
        return self.push(m)

    def rec(self, m: Array) -> Ens:
        return self.rec(m)


def a(ens: Ens, n: int) -> Ens:
    def body(_: int, e: Ens) -> Ens:
        return e.push(e.members[-1])  # E: jdc-carry

    return lax.fori_loop(0, n, body, ens)


def b(ens: Ens, n: int) -> Ens:
    def body(_: int, e: Ens) -> Ens:
        return e.shift(e.members[-1])

    return lax.fori_loop(0, n, body, ens)


def c(ens: Ens, xs: Array) -> Any:
    def body(c, x):  # type: ignore[no-untyped-def]
        n, e = c
        return (n + 1, e.add(x)), x  # E: jdc-carry

    return lax.scan(body, (0, ens), xs)


def d(ens: Ens, n: int) -> Ens:
    def body(_: int, e: Ens) -> Ens:
        return e.rec(e.members[-1])

    return lax.fori_loop(0, n, body, ens)


def e(ens: Ens, n: int, xs: Array) -> Any:
    def body(c, x):  # type: ignore[no-untyped-def]
        a, b = c
        return (b.push(x), a), x

    return lax.scan(body, (ens, ens), xs)
