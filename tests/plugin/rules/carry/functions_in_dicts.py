"""Functions of loops that are items of dicts, and named tuples as operands and carries."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

STEPS = {"add": lambda x, y: (x + y, None), "both": lambda x, y: ((x, y), None)}  # E: jdc-carry


class Motion(NamedTuple):
    place: jax.Array
    speed: jax.Array


def added(x: jax.Array, ys: jax.Array):
    return lax.scan(STEPS["add"], x, ys)


def paired(x: jax.Array, ys: jax.Array):
    return lax.scan(STEPS["both"], x, ys)


def integrated(x: jax.Array, dt: float, method: str):
    def euler(x, _):
        return (x + dt, x), None  # E: jdc-carry

    def midpoint(x, _):
        return x + dt / 2, None

    steps = {"euler": euler, "midpoint": midpoint}
    if method == "midpoint":
        return lax.scan(steps["midpoint"], x, None, length=3)
    if method in steps:
        return lax.scan(steps[method], x, None, length=3)
    return lax.scan(steps["euler"], x, None, length=3)


def replaced(x: jax.Array):
    def pair(x, _):
        return (x, x), None

    def one(x, _):
        return x * 2, None

    steps = {"step": pair}
    steps["step"] = one
    return lax.scan(steps["step"], x, None, length=3)


def chosen(motion: Motion, flag: jax.Array):
    return lax.cond(flag, lambda m: m._replace(place=m.speed), lambda m: m.place, motion)  # E: jdc-carry


def chosen_whole(motion: Motion, flag: jax.Array) -> Motion:
    return lax.cond(flag, lambda m: m._replace(place=m.speed), lambda m: m, motion)


def chosen_item(motion: Motion, flag: jax.Array) -> jax.Array:
    return lax.cond(flag, lambda m: m.place, lambda m: m.speed, motion)


def chosen_plain(motion: Motion, flag: jax.Array):
    return lax.cond(flag, lambda m: m, lambda m: (m.place, m.speed), motion)  # E: jdc-carry


def swapped(pair: tuple[jax.Array, jax.Array], flag: jax.Array) -> tuple[jax.Array, jax.Array]:
    return lax.cond(flag, lambda p: (p[1], p[0]), lambda p: p, pair)


def optional(pair: tuple[jax.Array, jax.Array | None]) -> tuple[jax.Array, jax.Array | None]:
    return lax.fori_loop(0, 3, lambda i, p: (p[0] * 2, p[1]), pair)


def started() -> tuple[jax.Array, jax.Array]:
    return jnp.zeros(3), jnp.ones(3)


def many(rows: tuple[jax.Array, ...], flag: jax.Array) -> tuple[jax.Array, ...]:
    return lax.cond(flag, lambda r: r, lambda r: tuple(each * 2 for each in r), rows)
