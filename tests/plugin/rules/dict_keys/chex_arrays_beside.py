"""jdc-dict-keys: a class has arrays among its data where they are annotated as those of chex, without types."""

import enum
from dataclasses import dataclass

import chex  # type: ignore[import-untyped]


class Kind(enum.Enum):
    A = 1
    B = 2


@dataclass(frozen=True)
class Edge:
    a: int
    b: int


@chex.dataclass
class Graph:
    weights: dict[Edge, chex.Array]  # E: jdc-dict-keys
    kinds: dict[Kind, chex.Array]  # E: jdc-dict-keys
    names: dict[tuple[int, int], chex.Array]
    values: chex.Array


@chex.dataclass
class Config:
    kinds: dict[Kind, str]
