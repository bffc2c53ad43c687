"""Numbers that the module gives to objects, with which their ``__post_init__`` changes fields at each rebuild."""

from __future__ import annotations

from dataclasses import dataclass

import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@register_dataclass
@dataclass
class Unit:
    v: jax.Array
    scale: float = 1.0

    def __post_init__(self) -> None:
        self.v = self.v * self.scale  # E: jdc-init


@register_dataclass
@dataclass
class Same:
    v: jax.Array
    scale: float = 1.0

    def __post_init__(self) -> None:
        self.v = self.v * self.scale


@register_dataclass
@dataclass
class Given1:
    v: jax.Array
    scale: float = 1.0

    def __post_init__(self) -> None:
        self.v = self.v * self.scale


@register_dataclass
@dataclass
class Host:
    v: jax.Array
    scale: float = 1.0

    def __post_init__(self) -> None:
        self.v = self.v * self.scale


@register_dataclass
@dataclass
class Clip:
    v: jax.Array
    top: float = 1.0

    def __post_init__(self) -> None:
        self.v = jnp.minimum(self.v, self.top)


@register_dataclass
@dataclass
class Shift:
    v: jax.Array
    by: int = 0

    def __post_init__(self) -> None:
        self.v = self.v + self.by  # E: jdc-init


def use(x: jax.Array) -> None:
    jax.jit(lambda u: u)(Unit(x, 2.0))
    jax.jit(lambda u: u)(Same(x))
    jax.jit(lambda u: u)(Given1(x, 1.0))
    Host(x, 3.0)
    jax.jit(lambda u: u)(Clip(x, 3.0))
    jax.jit(lambda u: u)(Shift(x, by=3))


@register_dataclass
@dataclass
class Used:
    v: jax.Array
    scale: float = 1.0

    def __post_init__(self) -> None:
        self.v = self.v * self.scale
        self.scale = 1.0


@register_dataclass
@dataclass
class Wrapped:
    v: jax.Array
    period: float = 1.0

    def __post_init__(self) -> None:
        self.v = self.v % self.period


def use_others(x: jax.Array) -> None:
    jax.jit(lambda u: u)(Used(x, 2.0))
    jax.jit(lambda u: u)(Wrapped(x, 2.0))
