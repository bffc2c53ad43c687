"""jdc-carry: static values that one branch writes out and that the object may have already."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import flax.struct
import jax
from jax import lax
from jax.tree_util import register_dataclass


@register_dataclass
@dataclass
class Counted:
    x: jax.Array
    n: int = field(default=0, metadata={"static": True})


@flax.struct.dataclass
class Phased:
    x: jax.Array
    phase: str = flax.struct.field(pytree_node=False, default="warm")


def unknown(s: Phased, flag: jax.Array) -> Phased:
    return lax.cond(flag, lambda s: s.replace(phase="cold"), lambda s: s, s)  # E: jdc-carry


def assigned(x: jax.Array, flag: jax.Array) -> Counted:
    s = Counted(x)
    s.n = 1
    return lax.cond(flag, lambda s: replace(s, n=1), lambda s: s, s)


def asserted(s: Counted, flag: jax.Array) -> Counted:
    assert s.n == 1
    return lax.cond(flag, lambda s: replace(s, n=1), lambda s: s, s)


def asked(s: Phased, flag: jax.Array) -> Phased:
    if s.phase != "cold":
        return s
    return lax.cond(flag, lambda s: s.replace(x=s.x + 1, phase="cold"), lambda s: s, s)


def matched(s: Phased, flag: jax.Array) -> Phased:
    match s.phase:
        case "cold":
            return lax.cond(flag, lambda s: s.replace(phase="cold"), lambda s: s, s)
    return s


def made(x: jax.Array) -> Phased:
    return Phased(x, phase="cold")


def made_by_loop(x: jax.Array, flag: jax.Array) -> Phased:
    s = lax.fori_loop(0, 3, lambda i, s: s, made(x))
    return lax.cond(flag, lambda s: s.replace(x=s.x + 1, phase="cold"), lambda s: s, s)


def in_loop(x: jax.Array, flag: jax.Array) -> Phased:
    def body(i: jax.Array, s: Phased) -> Phased:
        return lax.cond(flag, lambda s: s.replace(x=s.x + 1, phase="cold"), lambda s: s, s)

    return lax.fori_loop(0, 3, body, made(x))


@flax.struct.dataclass
class Usual:
    x: jax.Array
    mode: str = flax.struct.field(pytree_node=False, default="hot")


def usual(s: Usual, flag: jax.Array) -> Usual:
    return lax.cond(flag, lambda s: s.replace(mode="hot"), lambda s: s, s)


def by_default(s: Usual, flag: jax.Array) -> Usual:
    return lax.cond(flag, lambda s: Usual(s.x * 2), lambda s: s, s)


def unusual(s: Usual, flag: jax.Array) -> Usual:
    return lax.cond(flag, lambda s: s.replace(mode="cold"), lambda s: s, s)  # E: jdc-carry


def check(s: Phased) -> None:
    assert s.phase == "cold"


def checked(s: Phased, flag: jax.Array) -> Phased:
    check(s)
    return lax.cond(flag, lambda s: s.replace(phase="cold"), lambda s: s, s)
