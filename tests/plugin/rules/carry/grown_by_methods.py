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


def appended(xs: Array) -> Any:
    def body(c, x):  # type: ignore[no-untyped-def]
        total, rows = c
        rows.append(x)  # E: jdc-carry
        return (total + x, rows), x

    def whole(c, x):  # type: ignore[no-untyped-def]
        c["rows"].append(x)  # E: jdc-carry
        return c, x

    lax.scan(whole, {"rows": []}, xs)
    return lax.scan(body, (0, []), xs)


def appended_and_kept(xs: Array) -> Any:
    def window(c, x):  # type: ignore[no-untyped-def]
        total, rows = c
        rows.append(x)
        rows.pop(0)
        return (total + x, rows), x

    def sliced(c, x):  # type: ignore[no-untyped-def]
        total, rows = c
        rows.append(x)
        rows = rows[1:]
        return (total + x, rows), x

    def cut(c, x):  # type: ignore[no-untyped-def]
        total, rows = c
        rows.append(x)
        return (total + x, rows[1:]), x

    def sometimes(c, x):  # type: ignore[no-untyped-def]
        total, rows = c
        if len(rows) < 1:
            rows.append(x)
        return (total + x, rows), x

    def beside(c, x):  # type: ignore[no-untyped-def]
        total, rows = c
        new = list(rows)
        new.append(x)
        return (total + x, rows), new

    def handed_on(c, x):  # type: ignore[no-untyped-def]
        total, rows = c
        rows.append(x)
        shorten(rows)
        return (total + x, rows), x

    for _ in range(1):
        lax.scan(window, (0, [xs[0]]), xs)
        lax.scan(sliced, (0, [xs[0]]), xs)
        lax.scan(cut, (0, [xs[0]]), xs)
        lax.scan(sometimes, (0, [xs[0]]), xs)
        lax.scan(beside, (0, [xs[0]]), xs)
    return lax.scan(handed_on, (0, [xs[0]]), xs)


def shorten(rows: list[Array]) -> None:
    del rows[0]


def taken(rows: list[Array]) -> Array:
    return rows.pop(0)


def as_long_as_before(xs: Array) -> object:
    def body(carry: tuple[int, list[Array]], x: Array) -> tuple[tuple[int, list[Array]], Array]:
        count, rows = carry
        rows.append(x)
        oldest = taken(rows)
        return (count + 1, rows), oldest

    return lax.scan(body, (0, [xs[0]]), xs)
