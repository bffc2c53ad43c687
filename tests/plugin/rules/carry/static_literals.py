"""jdc-carry: static values that are written out before a loop and in what its function returns."""

import enum
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp
from jax import lax


@flax.struct.dataclass
class Search:
    x: jax.Array
    phase: str = flax.struct.field(pytree_node=False, default="start")
    depth: int = flax.struct.field(pytree_node=False, default=0)


@flax.struct.dataclass
class Carry:
    search: Search
    n: jax.Array


def moved(i: int, search: Search) -> Search:
    return search.replace(x=search.x + i, phase="moving")  # E: jdc-carry


def kept(i: int, search: Search) -> Search:
    return search.replace(x=search.x + i, phase="start")


def any_phase(i: int, search: Search) -> Search:
    return search.replace(x=search.x + i, phase="moving")


def loops(x: jax.Array, given: Search, phase: str) -> None:
    lax.fori_loop(0, 3, moved, Search(x))
    lax.fori_loop(0, 3, kept, Search(x))
    lax.fori_loop(0, 3, any_phase, given)
    lax.fori_loop(0, 3, lambda i, s: s.replace(phase="moving"), Search(x, phase="moving"))
    lax.fori_loop(0, 3, lambda i, s: s.replace(phase="moving"), Search(x, phase))
    lax.while_loop(lambda s: s.x.sum() < 3, lambda s: s.replace(depth=1), Search(x))  # E: jdc-carry
    first = Search(x, depth=2)
    lax.scan(lambda s, _: (Search(s.x, depth=3), None), first, x)  # E: jdc-carry
    lax.scan(lambda s, _: (Search(s.x, depth=2), None), first, x)
    lax.scan(lambda c, _: ((Search(c[0].x, "b"), c[1]), None), (Search(x, "a"), x), x)  # E: jdc-carry
    lax.scan(lambda c, _: (c.replace(search=Search(x, "b")), None), Carry(Search(x, "a"), x), x)  # E: jdc-carry
    lax.scan(lambda c, _: (c.replace(n=c.n + 1), None), Carry(Search(x, "a"), x), x)


class Text(enum.StrEnum):
    START = "start"
    MOVING = "moving"


@flax.struct.dataclass
class Loose:
    x: jax.Array
    phase: Any = flax.struct.field(pytree_node=False, default="start")


def members(x: jax.Array) -> None:
    lax.fori_loop(0, 3, lambda i, s: s.replace(phase=Text.START), Loose(x, phase="start"))
    lax.fori_loop(0, 3, lambda i, s: s.replace(phase=Text.MOVING), Loose(x, phase=Text.START))  # E: jdc-carry


start = Search(jnp.ones(()))
lax.fori_loop(0, 3, kept, start)
