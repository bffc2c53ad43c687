"""jdc-compare: comparisons that end at a field before the first array, or at an array that is None."""

from __future__ import annotations

import dataclasses

import flax.struct
import jax


@flax.struct.dataclass
class Version:
    number: int
    w: jax.Array

    def next(self) -> Version:
        return self.replace(number=self.number + 1)

    def made_next(self) -> Version:
        return Version(self.number + 1, self.w)

    def scaled(self) -> Version:
        return self.replace(w=self.w * 2)

    def made_scaled(self) -> Version:
        return Version(self.number, self.w * 2)


def given_next(version: Version) -> Version:
    return dataclasses.replace(version, number=version.number + 1)


def by_methods(version: Version) -> bool:
    later = version.next()
    return version.next() != version or version == version.made_next() or later == version


def by_function(version: Version) -> bool:
    return given_next(version) == version


def of_arrays(version: Version) -> bool:
    return version.scaled() == version  # E: jdc-compare


def of_made_arrays(version: Version) -> bool:
    return version.made_scaled() == version  # E: jdc-compare


def of_two(one: Version, other: Version) -> bool:
    return one.next() == other  # E: jdc-compare


def asserted(one: Version, other: Version) -> None:
    assert one != other
    assert one == other  # E: jdc-compare


@flax.struct.dataclass
class Late:
    w: jax.Array
    number: int

    def next(self) -> Late:
        return self.replace(number=self.number + 1)


def of_late(late: Late, other: Late) -> bool:
    assert late != other  # E: jdc-compare
    return late.next() == other  # E: jdc-compare


@flax.struct.dataclass
class Node:
    name: str = flax.struct.field(pytree_node=False)
    value: jax.Array | None = None
    w: jax.Array = None  # type: ignore[assignment]


ROOT = Node("root")


def is_root(node: Node) -> bool:
    return node == ROOT
