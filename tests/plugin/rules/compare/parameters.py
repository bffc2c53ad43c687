"""Comparisons of parameters of which mypy asks no plugin: of `Self`, of type variables, of what may be None, with in."""

import dataclasses
from collections.abc import Sequence
from typing import Annotated, Any, Self, TypeVar

import flax.struct
import jax
import numpy as np
import pytest


@flax.struct.dataclass
class State:
    x: jax.Array

    def same(self, other: Self) -> bool:
        return self == other  # E: jdc-compare

    def differs(self, other: "State | None" = None) -> bool:
        return other != self  # E: jdc-compare

    def identical(self, other: Self) -> bool:
        return self is other or self == self or self.x is other.x

    def among(self, others: list[Self]) -> bool:
        return self in others  # E: jdc-compare


class Below(State):
    def further(self, other: Self) -> bool:
        return self == other


T = TypeVar("T", bound=State)
U = TypeVar("U", State, int)


def same(a: T, b: T) -> bool:
    return a == b  # E: jdc-compare


def optional(a: State, b: State | None) -> bool:
    return a == b  # E: jdc-compare


def narrowed(a: State, b: State | None) -> bool:
    if b is None:
        return False
    return a == b  # E: jdc-compare


def chained(a: State, b: State) -> bool:
    return a == b == a  # E: jdc-compare


def held(a: State, rows: list[State], row: tuple[State, ...], pair: tuple[State, State]) -> bool:
    if a in rows:  # E: jdc-compare
        return True
    if a not in row:  # E: jdc-compare
        return True
    return a in pair  # E: jdc-compare


def constrained(a: U, b: U) -> bool:
    return a == b  # E-3.13: jdc-compare


def silent(c: Any, d: State, e: dict[str, State], f: Sequence[int]) -> None:
    print(c == d, d is c, "a" in e, 3 in f, d == 3, d in (c,))


def test_raises(a: T, b: T) -> None:
    with pytest.raises(ValueError, match="truth value"):
        assert a == b


@flax.struct.dataclass
class Scalar:
    x: Annotated[jax.Array, (), np.float32]

    def same(self, other: Self) -> bool:
        return self == other


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class OwnEquality:
    x: jax.Array

    def __eq__(self, other: object) -> bool:
        return self is other

    def same(self, other: Self, others: list[Self]) -> bool:
        return self == other or self in others


@flax.struct.dataclass
class Numbers:
    n: int

    def same(self, other: Self, others: list[Self]) -> bool:
        return self == other or self in others


@flax.struct.dataclass
class Named:
    name: str
    x: jax.Array


def made(
    x: jax.Array, rows: list[State], named: list[Named], numbers: list[Numbers], by_name: dict[str, State]
) -> bool:
    if State(x) in rows:  # E: jdc-compare
        return True
    if Named("a", x) in named or Numbers(1) in numbers or "a" in by_name:
        return True
    return State(x) not in rows  # E: jdc-compare
