"""Constructors whose flags are no fields, so that rebuilding gives them their defaults."""

from __future__ import annotations

from dataclasses import InitVar

import jax
import jax.numpy as jnp
import jax_dataclasses as jdc


@jdc.pytree_dataclass
class Noise:
    level: jax.Array
    decibels: InitVar[bool] = True

    def __post_init__(self, decibels: bool) -> None:
        if decibels:
            object.__setattr__(self, "level", 10 ** (self.level / 20))  # E: jdc-init


@jdc.pytree_dataclass
class Plain:
    level: jax.Array
    decibels: InitVar[bool] = False

    def __post_init__(self, decibels: bool) -> None:
        if decibels:
            object.__setattr__(self, "level", 10 ** (self.level / 20))


@jdc.pytree_dataclass
class Raw:
    level: jax.Array
    raw: InitVar[bool] = False

    def __post_init__(self, raw: bool) -> None:
        if not raw:
            object.__setattr__(self, "level", jnp.exp(self.level))  # E: jdc-init
        else:
            object.__setattr__(self, "level", jnp.log(self.level))


@jdc.pytree_dataclass
class Shifted:
    x: jax.Array
    offset: jdc.Static[float] = 0.0

    def __init__(self, x: jax.Array, offset: float = 0.0, *, centre: bool = True) -> None:
        object.__setattr__(self, "x", 2 * x if centre else x)  # E: jdc-init
        object.__setattr__(self, "offset", offset)


@jdc.pytree_dataclass
class Kept:
    x: jax.Array
    offset: jdc.Static[float] = 0.0

    def __init__(self, x: jax.Array, offset: float = 0.0, *, centre: bool = False) -> None:
        object.__setattr__(self, "x", 2 * x if centre else x)
        object.__setattr__(self, "offset", offset)


@jdc.pytree_dataclass
class Field:
    x: jax.Array
    on: jdc.Static[bool] = True

    def __post_init__(self) -> None:
        if self.on:
            object.__setattr__(self, "x", jnp.exp(self.x))
            object.__setattr__(self, "on", False)


@jdc.pytree_dataclass
class Rebound:
    x: jax.Array
    convert: InitVar[bool] = True

    def __post_init__(self, convert: bool) -> None:
        convert = convert and isinstance(self.x, float)
        if convert:
            object.__setattr__(self, "x", jnp.exp(self.x))


def again(each: Noise) -> Noise:
    return jax.jit(lambda noise: noise)(each)
