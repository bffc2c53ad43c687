"""jdc-retrace: objects that a loop makes for a static field, and that equal no other."""

import enum
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


class Clip:
    def __init__(self, top: float) -> None:
        self.top = top

    def __call__(self, x: jax.Array) -> jax.Array:
        return jnp.minimum(x, self.top)


class Narrow(Clip):
    pass


@dataclass(frozen=True, eq=False)
class Unequal:
    top: float


class Pair(NamedTuple):
    top: float


@dataclass(frozen=True)
class Equal:
    top: float


class Below(Equal):
    pass


class Kind(enum.Enum):
    A = 1


class Comparing:
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Comparing)

    def __hash__(self) -> int:
        return 0


class Inheriting(Comparing):
    pass


class Single:
    def __new__(cls) -> "Single":
        return ONE


@register_dataclass
@dataclass
class Control:
    gain: jax.Array
    clip: Callable[[jax.Array], jax.Array] = field(metadata={"static": True})


@register_dataclass
@dataclass
class Loose:
    gain: jax.Array
    spec: object = field(metadata={"static": True})


ONE = object.__new__(Single)
ERRORS = [jnp.ones(()), jnp.zeros(())]


def follow(gain: jax.Array) -> None:
    shared = Clip(1.0)
    for _ in ERRORS:
        Control(gain, Clip(1.0))  # E: jdc-retrace
        Control(gain, clip=Narrow(1.0))  # E: jdc-retrace
        Loose(gain, Unequal(1.0))  # E: jdc-retrace
        Control(gain, shared)
        Loose(gain, Pair(1.0))
        Loose(gain, Equal(1.0))
        Loose(gain, Below(1.0))
        Loose(gain, Kind(1))
        Loose(gain, Comparing())
        Loose(gain, Inheriting())
        Loose(gain, Single())
    [Control(e, Clip(1.0)) for e in ERRORS]  # E: jdc-retrace
    [Control(e, shared) for e in ERRORS]


@register_dataclass
@dataclass
class Rated:
    x: jax.Array
    rate: float = field(default=0.1, metadata={"static": True})


def unchanged(rated: Rated) -> None:
    for _ in ERRORS:
        rated = replace(rated, rate=rated.rate - 0.0)
        rated = replace(rated, rate=rated.rate * 1)
        rated = replace(rated, rate=rated.rate * 0.9)  # E: jdc-retrace
