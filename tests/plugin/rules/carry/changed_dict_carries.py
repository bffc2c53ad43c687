"""Dicts whose keys a turn changes in place, and carries that grow beside changes to something else."""

# ruff: noqa: C408

import flax.struct
import jax
import jax.numpy as jnp
from jax import lax


@flax.struct.dataclass
class Trace:
    x: jax.Array
    rows: list[jax.Array]
    spare: list[jax.Array]
    peak: jax.Array | None = None


losses: list[jax.Array] = []


def note(value: object) -> None: ...


def popped(c, x):  # type: ignore[no-untyped-def]
    p = c.pop("b")  # E: jdc-carry
    c["a"] = c["a"] + x * p
    return c, x


def deleted(c, x):  # type: ignore[no-untyped-def]
    del c["b"]  # E: jdc-carry
    return c, x


def copied(c, x):  # type: ignore[no-untyped-def]
    new = dict(c)
    new["z"] = x  # E: jdc-carry
    return new, x


def rebound(c, x):  # type: ignore[no-untyped-def]
    c = {**c}
    c["z"] = x  # E: jdc-carry
    return c, x


def unpacked(c, x):  # type: ignore[no-untyped-def]
    stats, n = c
    stats["z"] = x  # E: jdc-carry
    return (stats, n + 1), x


def put_back(c, x):  # type: ignore[no-untyped-def]
    p = c.pop("b")
    c["a"] = c["a"] + x * p
    c["b"] = p
    return c, x


def put_back_maybe(c, x):  # type: ignore[no-untyped-def]
    b = c.pop("b")
    if "b" not in c:
        c["b"] = b
    return c, x


def swapped(c, x):  # type: ignore[no-untyped-def]
    a, b = c.pop("a"), c.pop("b")
    c["a"], c["b"] = b, a
    return c, x


def emptied(c, x):  # type: ignore[no-untyped-def]
    new = c.copy()
    for key in ("a", "b"):
        del new[key]
    new["a"] = x
    new["b"] = x
    return new, x


def updated(c, x):  # type: ignore[no-untyped-def]
    stats, n = c
    stats = dict(stats)
    stats.pop("b")
    stats.update(b=x)
    return (stats, n + 1), x


def run(xs: jax.Array) -> None:
    one = jnp.ones(())
    lax.scan(popped, {"a": one, "b": one}, xs)
    lax.scan(deleted, {"a": one, "b": one}, xs)
    lax.scan(copied, {"a": one, "b": one}, xs)
    lax.scan(rebound, {"a": one, "b": one}, xs)
    lax.scan(unpacked, ({"a": one, "b": one}, 0), xs)
    lax.scan(put_back, {"a": one, "b": one}, xs)
    lax.scan(put_back_maybe, {"a": one, "b": one}, xs)
    lax.scan(swapped, {"a": one, "b": one}, xs)
    lax.scan(emptied, {"a": one, "b": one}, xs)
    lax.scan(updated, ({"a": one, "b": one}, 0), xs)


def grow(trace: Trace, xs: jax.Array) -> None:
    def beside(c, x):  # type: ignore[no-untyped-def]
        losses.append(x)
        note(x)
        c.spare.pop()
        return c.replace(rows=[*c.rows, x]), x  # E: jdc-carry

    def other_part(c, x):  # type: ignore[no-untyped-def]
        losses.append(c.x)
        return c.replace(rows=[*c.rows, x]), x  # E: jdc-carry

    def window(c, x):  # type: ignore[no-untyped-def]
        c.rows.pop()
        return c.replace(rows=[*c.rows, x]), x

    def shortened(c, x):  # type: ignore[no-untyped-def]
        rows = [*c.rows, x]
        del rows[0]
        return c.replace(rows=rows), x

    def by_name(c, x):  # type: ignore[no-untyped-def]
        pop = c.rows.pop
        pop(0)
        return c.replace(rows=[*c.rows, x]), x

    def in_turn(c, x):  # type: ignore[no-untyped-def]
        [rows.pop() for rows in (c.rows,)]
        return c.replace(rows=[*c.rows, x]), x

    def by_helper(c, x):  # type: ignore[no-untyped-def]
        note(c)
        return c.replace(rows=[*c.rows, x]), x

    def by_slice(c, x):  # type: ignore[no-untyped-def]
        rows, *_ = (c.rows, 1)
        rows[:] = rows[1:]
        return c.replace(rows=[*c.rows, x]), x

    lax.scan(beside, trace, xs)
    lax.scan(other_part, trace, xs)
    lax.scan(window, trace, xs)
    lax.scan(shortened, trace, xs)
    lax.scan(by_name, trace, xs)
    lax.scan(in_turn, trace, xs)
    lax.scan(by_helper, trace, xs)
    lax.scan(by_slice, trace, xs)


def reduced(x: jax.Array, n: int) -> Trace:
    def turn(i, c):  # type: ignore[no-untyped-def]
        peak = jnp.abs(c.x).max()
        return Trace(c.x * 2, [], [], peak)  # E: jdc-carry

    return lax.fori_loop(0, n, turn, Trace(x, [], []))


def called_with_more(c, x):  # type: ignore[no-untyped-def]
    return dict(c, z=x), x  # E: jdc-carry


def called_with_less(c, x):  # type: ignore[no-untyped-def]
    return dict(a=c["a"]), x  # E: jdc-carry


def called_with_same(c, x):  # type: ignore[no-untyped-def]
    return dict(a=c["a"], b=x), x


def called_with_one(c, x):  # type: ignore[no-untyped-def]
    return dict(c, a=x), x


def called_before(c, x):  # type: ignore[no-untyped-def]
    new = dict(a=c["a"])
    new["b"] = x
    return new, x


def run_called(xs: jax.Array) -> None:
    one = jnp.ones(())
    lax.scan(called_with_more, {"a": one, "b": one}, xs)
    lax.scan(called_with_less, dict(a=one, b=one), xs)
    lax.scan(called_with_same, dict(a=one, b=one), xs)
    lax.scan(called_with_one, dict(a=one, b=one), xs)
    lax.scan(called_before, dict(a=one, b=one), xs)
