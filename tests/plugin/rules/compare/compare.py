"""Objects that hold arrays, compared with ``==``."""

import dataclasses
from typing import Annotated

import flax.struct
import jax
import numpy as np

import jdc_runtime as jdc


@flax.struct.dataclass
class State:
    n: int
    x: jax.Array


@jdc.pytree_dataclass
class Own:
    x: jax.Array


@jdc.pytree_dataclass
class Scalar:
    x: Annotated[jax.Array, (), np.float32]


@jdc.pytree_dataclass
class Numbers:
    n: int
    maybe: jax.Array | None = None


@jax.tree_util.register_dataclass
@dataclasses.dataclass(eq=False)
class ByIdentity:
    x: jax.Array


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class OwnEquality:
    x: jax.Array

    def __eq__(self, other: object) -> bool:
        return self is other


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class LeavesOut:
    n: int
    x: jax.Array = dataclasses.field(compare=False)


def found(a: State, b: State, rows: list[State], c: Own, d: Own) -> bool:
    if a == b:  # E: jdc-compare
        return True
    if rows.index(a):  # E: jdc-compare
        return False
    assert c != d  # E: jdc-compare
    rows.remove(a)  # E: jdc-compare
    return a == b and not c == d  # E: jdc-compare, jdc-compare


def silent(
    a: State, rows: list[State], s: Scalar, t: Scalar, n: Numbers, i: ByIdentity, o: OwnEquality, left: LeavesOut
) -> None:
    print(
        a is rows[0], s == t, n == Numbers(3), i == ByIdentity(a.x), o == OwnEquality(a.x), left == LeavesOut(3, a.x)
    )
    print(a == 3, a.n == 3, a.x == a.x, i in [i], n in [n])
    if jax.tree.all(jax.tree.map(np.array_equal, a, rows[0])):
        print("equal")


@flax.struct.dataclass
class Outer:
    inner: State
    n: int = 0


@flax.struct.dataclass
class Row:
    pair: tuple[int, jax.Array]


@flax.struct.dataclass
class OuterOfOthers:
    scalar: Scalar
    own: OwnEquality
    left: LeavesOut
    many: tuple[jax.Array, ...]
    by_name: dict[str, jax.Array]
    itself: "OuterOfOthers | None" = None


def more(a: State, b: State, maybe: State | None, rows: tuple[State, State], outer: Outer, row: Row) -> None:
    print(maybe == a)  # E: jdc-compare
    print(a == b == a)  # E: jdc-compare
    print(a == a == b)  # E: jdc-compare
    rows.index(a)  # E: jdc-compare
    print(outer == Outer(a), row != Row((1, a.x)))  # E: jdc-compare, jdc-compare


def silent_too(
    a: State, b: State, maybe: State, one: OuterOfOthers, other: OuterOfOthers, mixed: int, rows: tuple[int, int]
) -> None:
    print(one == other, a == mixed, a == a == a, rows.index(3), a is b is a, a is maybe is b)
