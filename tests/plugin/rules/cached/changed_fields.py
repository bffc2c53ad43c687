"""jdc-cached: cached properties that are read, and read again after a field has changed."""

import dataclasses
from functools import cached_property

import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@register_dataclass
@dataclasses.dataclass
class Pairs:
    r: jax.Array
    names: jax.Array

    @cached_property
    def norm(self) -> jax.Array:
        return jnp.linalg.norm(self.r)

    @cached_property
    def other(self) -> jax.Array:
        return jnp.linalg.norm(self.r) + 1

    @property
    def plain(self) -> jax.Array:
        return self.r.sum()

    def scaled(self) -> jax.Array:
        before = self.norm
        self.r = self.r * 2
        return self.norm - before  # E: jdc-cached

    def scaled_first(self) -> jax.Array:
        self.r = self.r * 2
        return self.norm


def of_parameter(p: Pairs) -> jax.Array:
    before = p.norm
    p.r = p.r * 2
    return before - p.norm  # E: jdc-cached


def of_own() -> jax.Array:
    p = Pairs(jnp.ones(3), jnp.ones(3))
    print(p.norm)
    p.r += 1
    return p.norm  # E: jdc-cached


def another_field(p: Pairs) -> jax.Array:
    before = p.norm
    p.names = p.names * 2
    return p.norm - before


def two_objects(p: Pairs, q: Pairs) -> jax.Array:
    before = p.norm
    q.r = q.r * 2
    return q.norm - before - p.norm


def rebound(p: Pairs) -> jax.Array:
    before = p.norm
    p.r = p.r * 2
    p = dataclasses.replace(p)
    return p.norm - before


def in_branches(p: Pairs, flag: bool) -> jax.Array:
    if flag:
        print(p.norm)
        return p.norm
    p.r = p.r * 2
    return p.norm


def plain(p: Pairs) -> jax.Array:
    before = p.plain
    p.r = p.r * 2
    return p.plain - before


def read_once(p: Pairs) -> jax.Array:
    before = p.norm
    p.r = p.r * 2
    return before


def dropped(p: Pairs) -> jax.Array:
    before = p.other
    p.r = p.r * 2
    del p.other
    return p.other - before


def in_two_functions(p: Pairs) -> jax.Array:
    def later() -> jax.Array:
        return p.norm

    print(p.norm)
    before = later()
    p.r = p.r * 2
    return before


class Plain:
    def __init__(self, r: jax.Array) -> None:
        self.r = r
        self.norm = r


def of_another_class(p: Plain) -> jax.Array:
    before = p.norm
    p.r = p.r * 2
    return p.norm - before


@register_dataclass
@dataclasses.dataclass
class Walk:
    r: jax.Array

    @cached_property
    def start(self) -> jax.Array:
        return self.r

    @cached_property
    def centre(self) -> jax.Array:
        return self.r.mean()


def drift(walk: Walk) -> jax.Array:
    print(walk.start)
    walk.r = walk.r + 1
    return walk.r - walk.start


def test_centre(walk: Walk) -> None:
    before = walk.centre
    walk.r = walk.r + 1
    assert walk.centre is before


def shown(walk: Walk) -> None:
    before = walk.centre
    walk.r = walk.r + 1
    assert (walk.centre == before).all(), "it is kept"


def moved(walk: Walk) -> jax.Array:
    before = walk.centre
    walk.r = walk.r + 1
    return walk.centre - before  # E: jdc-cached
