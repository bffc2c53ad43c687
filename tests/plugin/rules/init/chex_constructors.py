"""jdc-init: constructors of chex classes, which take fields by keyword alone where objects are mappings."""

from __future__ import annotations

import dataclasses
from dataclasses import InitVar, field
from typing import Any, ClassVar

import chex  # type: ignore[import-untyped]
import jax
import jax.numpy as jnp


@chex.dataclass
class Counted:
    position: jax.Array

    def __init__(self, count: int) -> None:  # E: jdc-init
        self.count = count
        self.position = jnp.zeros((count, 2))


@chex.dataclass(frozen=True)
class Frozen:
    position: jax.Array

    def __init__(self, position: jax.Array, *, scale: float) -> None:  # E: jdc-init
        object.__setattr__(self, "position", position * scale)


@chex.dataclass
class ByPosition:
    position: jax.Array

    def __init__(self, position: jax.Array, /) -> None:  # E: jdc-init
        self.position = position


@chex.dataclass
class Derived:
    position: jax.Array
    total: jax.Array = field(init=False)

    def __init__(self, position: jax.Array, total: jax.Array) -> None:  # E: jdc-init
        self.position, self.total = position, total


@chex.dataclass
class Below(Counted):
    """Fields of a base are passed too, and its constructor is not called."""

    direction: jax.Array

    def __init__(self, position: jax.Array, direction: jax.Array, scale: float = 1.0) -> None:
        self.position, self.direction = position * scale, direction


@chex.dataclass
class Keywords:
    position: jax.Array

    def __init__(self, *rest: Any, **fields: Any) -> None:
        self.position = fields["position"]


@chex.dataclass
class Empty:
    position: jax.Array

    def __init__(self) -> None:
        self.position = jnp.zeros(2)


@chex.dataclass
class InitOnly:
    position: jax.Array
    count: InitVar[int]
    rank: ClassVar[int] = 2

    def __init__(self, count: int, rank: int) -> None:
        self.position = jnp.zeros((count, rank))


@chex.dataclass(mappable_dataclass=False)
class Plain:
    """Unflattening passes over ``__init__``: only ``replace`` calls it with the fields."""

    position: jax.Array

    def __init__(self, count: int) -> None:
        self.position = jnp.zeros((count, 2))


@chex.dataclass
class Taking:
    position: jax.Array
    count: int = field(init=False)

    def __init__(self, position: jax.Array, scale: float = 1.0) -> None:
        self.position, self.count = position * scale, 1


def replace(plain: Plain, empty: Empty, keywords: Keywords, taking: Taking, below: Below) -> list[Any]:
    x = jnp.zeros((3, 2))
    replaced = plain.replace(position=x)  # E: jdc-init
    other = dataclasses.replace(plain, position=x)  # E: jdc-init
    emptied = empty.replace(position=x)  # E: jdc-init
    return [
        replaced,
        other,
        emptied,
        keywords.replace(position=x),
        taking.replace(position=x),
        below.replace(direction=x),
    ]


jax.jit(lambda each: each)(Plain(3))


@chex.dataclass
class Centred:
    data: chex.Array
    mean: chex.Array

    def __post_init__(self) -> None:
        self.data = self.data - self.mean  # E: jdc-init


@chex.dataclass
class Masked:
    data: chex.Array
    mask: chex.Array
    mean: chex.Array | None = None

    def __post_init__(self) -> None:
        self.data = self.data * self.mask
        self.data = self.data if self.mean is None else self.data - self.mean


centred = jax.jit(lambda each: each)(Centred(data=jnp.ones(1) * 5, mean=jnp.ones(1)))
assert centred.data == 2.0
