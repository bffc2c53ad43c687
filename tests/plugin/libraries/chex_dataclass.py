"""Classes of chex, as a module sees them that mypy cannot follow: bare, called, renamed, frozen and not."""

import dataclasses
import functools
from dataclasses import field
from typing import Self, assert_type

import chex  # type: ignore[import-untyped]
import chex as cx
import jax
from chex import dataclass as pytree

import jdc_runtime as jdc


@chex.dataclass
class Plain:
    x: jax.Array
    count: int = 0

    def step(self) -> None:
        self.count += 1

    def stepped(self) -> Self:
        return self.replace(count=self.count + 1)


@cx.dataclass(frozen=True)
class Frozen:
    x: jax.Array
    count: int = 0

    def step(self) -> None:
        self.count += 1  # E: jdc-frozen


@pytree(frozen=True, mappable_dataclass=False)
class Positional:
    x: jax.Array
    count: int = 0


@functools.partial(chex.dataclass, frozen=True)
class Partial:
    x: jax.Array
    derived: jax.Array = field(init=False)


@chex.dataclass
class Child(Plain):
    y: jax.Array | None = None


class Undecorated(Plain):
    z: jax.Array


@dataclasses.dataclass(frozen=True)
class FrozenBase:
    a: int = 0


@chex.dataclass(frozen=True)
class OfFrozenBase(FrozenBase):
    q: int = 0


@functools.partial(chex.dataclass, frozen=True)
class PartialOfFrozenBase(FrozenBase):
    q: int = 0


@chex.dataclass(frozen=True, kw_only=True)
class KeywordsOnly(FrozenBase):
    needed: jax.Array


@chex.dataclass(frozen=True)
class OfFrozen(Frozen):
    y: jax.Array | None = None


def frozen_if(flag: bool) -> None:
    @chex.dataclass(frozen=flag)  # type: ignore[literal-required, unused-ignore]
    class Local:
        x: jax.Array

    local = Local(x=jax.numpy.zeros(3))
    local.x = 2 * local.x


def use(plain: Plain, frozen: Frozen, positional: Positional, partial: Partial, child: Child) -> None:
    plain.count = 1
    child.y = None
    frozen.count = 1  # E: jdc-frozen
    positional.count = 1  # E: jdc-frozen
    partial.x = plain.x  # E: jdc-frozen
    Plain(plain.x)  # E: call-arg, jdc-chex-mapping
    Plain(x=plain.x, cuont=1)  # E: call-arg
    Plain(x=plain.x, count=1)
    Child(x=plain.x, y=plain.x)
    Positional(plain.x, 1)
    Partial(x=plain.x)
    Partial(x=plain.x, derived=plain.x)  # E: call-arg
    assert_type(plain.replace(count=1), Plain)
    plain.replace(count=1)  # E: jdc-discarded
    plain.stepped()  # E: jdc-discarded
    _ = plain.replace(cuont=1)  # E: call-arg
    _ = frozen.replace(count="a")  # E: arg-type
    assert_type(child.replace(y=plain.x), Child)
    with jdc.copy_and_mutate(frozen) as copied:
        copied.count = 3  # E: jdc-frozen
    Undecorated(x=plain.x)  # E: jdc-unregistered
