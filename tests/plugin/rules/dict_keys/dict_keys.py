"""jdc-dict-keys: dicts with keys that JAX cannot sort."""

from __future__ import annotations

import abc
import enum
import functools
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar, Union

import flax.struct
import jax

import jdc_runtime as jdc

K = TypeVar("K")
S = TypeVar("S", bound="Sortable")
P = TypeVar("P", bound="Plain")


class Side(enum.Enum):
    LEFT = 1
    RIGHT = 2


class Number(enum.IntEnum):
    ONE = 1


class Name(enum.StrEnum):
    A = "a"


class Ordered(enum.Enum):
    LOW = 1
    HIGH = 2

    def __lt__(self, other: Ordered) -> bool:
        return bool(self.value < other.value)


@dataclass(frozen=True)
class Key:
    name: str


@dataclass(frozen=True, order=True)
class OrderedKey:
    name: str


class Plain:
    pass


class ByName(type):
    """A metaclass that sorts its classes."""

    def __lt__(cls, other: type) -> bool:
        return cls.__name__ < other.__name__


class Sortable(metaclass=ByName):
    pass


class Quantity(Sortable, Generic[K]):
    pass


class Registered(metaclass=abc.ABCMeta):
    pass


@functools.total_ordering
class Level(enum.Enum):
    LOW = 1
    HIGH = 2

    def __le__(self, other: Level) -> bool:
        return bool(self.value <= other.value)


T = TypeVar("T")
Nested = Union[jax.Array, list["Nested"], dict[str, "Nested"]]  # noqa: UP007


class Own(Generic[T]):
    pass


@jdc.pytree_dataclass
class State:
    by_side: dict[Side, jax.Array]  # E: jdc-dict-keys
    by_class: dict[type, jax.Array]  # E: jdc-dict-keys
    by_type: dict[type[Plain], jax.Array]  # E: jdc-dict-keys
    by_abstract: dict[type[Registered], jax.Array]  # E: jdc-dict-keys
    by_enum: dict[type[Side], jax.Array]  # E: jdc-dict-keys
    by_sortable: dict[type[Sortable], jax.Array]
    by_quantity: dict[type[Quantity[Any]], jax.Array]
    by_metaclass: dict[ByName, jax.Array]
    by_level: dict[Level, jax.Array]
    mixed: dict[int | str, jax.Array]
    maybe: dict[str | None, jax.Array]
    by_key: dict[Key, jax.Array]  # E: jdc-dict-keys
    optional: dict[Side, jax.Array] | None  # E: jdc-dict-keys
    default: defaultdict[Side, jax.Array]  # E: jdc-dict-keys
    in_dict: dict[str, dict[Side, jax.Array]]  # E: jdc-dict-keys
    in_list: list[dict[Side, jax.Array]]  # E: jdc-dict-keys
    in_tuple: tuple[int, dict[Side, jax.Array]] | None  # E: jdc-dict-keys
    in_tuples: tuple[dict[Side, jax.Array], ...]  # E: jdc-dict-keys
    named_in_list: list[dict[str, list[jax.Array]]]
    nested: Nested
    own: Own[dict[Side, int]]
    by_name: dict[str, jax.Array]
    by_number: dict[int, jax.Array]
    numbers: dict[int | float, jax.Array]
    by_int_enum: dict[Number, jax.Array]
    by_str_enum: dict[Name, jax.Array]
    by_ordered: dict[Ordered, jax.Array]
    by_ordered_key: dict[OrderedKey, jax.Array]
    by_pair: dict[tuple[int, str], jax.Array]
    by_literal: dict[Literal["a", "b"], jax.Array]
    by_literals: Mapping[Literal["a"] | str, jax.Array]
    by_plain: dict[Plain, jax.Array]
    anything: dict[Any, jax.Array]
    either: dict[Side, jax.Array] | jax.Array
    static: jdc.Static[frozenset[Side]]


@flax.struct.dataclass
class Marked:
    x: jax.Array
    by_side: dict[Side, int] = flax.struct.field(pytree_node=False)  # E: jdc-static-type


@flax.struct.dataclass
class OnHost:
    """Objects that JAX never sees."""

    speeds: dict[Side, float]


@flax.struct.dataclass
class HasArrays:
    by_side: dict[Side, float]  # E: jdc-dict-keys
    x: jax.Array


@flax.struct.dataclass
class HoldsArrays:
    by_side: dict[Side, jax.Array]  # E: jdc-dict-keys


@flax.struct.dataclass
class Mapped:
    speeds: dict[Side, float]  # E: jdc-dict-keys


@flax.struct.dataclass
class Jitted:
    speeds: dict[Side, float]  # E: jdc-dict-keys


def doubled(mapped: Mapped) -> Mapped:
    return jax.tree.map(lambda leaf: leaf * 2, mapped)


@jax.jit
def fastest(jitted: Jitted, plan: float) -> float:
    return plan


compiled = jax.jit(jax.nn.relu)


def host(plan: OnHost) -> float:
    return fastest(Jitted({}), plan.speeds[Side.LEFT])


@dataclass
class NoPytree:
    by_side: dict[Side, jax.Array]


@jdc.pytree_dataclass
class OfSortable(Generic[S]):
    arrays: dict[type[S], jax.Array]


@jdc.pytree_dataclass
class OfPlain(Generic[P]):
    arrays: dict[type[P], jax.Array]  # E: jdc-dict-keys


@jdc.pytree_dataclass
class OfTuples:
    by_side: dict[tuple[Side, int], jax.Array]  # E: jdc-dict-keys
    by_name: dict[tuple[str, Side], jax.Array]
    by_place: dict[tuple[int, int], jax.Array]


@jax.jit
def faster(speeds: dict[Side, jax.Array]) -> dict[Side, jax.Array]:  # E: jdc-dict-keys
    return {side: 2 * speed for side, speed in speeds.items()}


@functools.partial(jax.jit, static_argnames="names")
def of_names(speeds: dict[Name, jax.Array], names: tuple[dict[Side, str], ...]) -> jax.Array:
    return _left({Side.LEFT: speeds[Name.A]}) * len(names)


def _left(speeds: dict[Side, jax.Array]) -> jax.Array:
    return speeds[Side.LEFT]


def of_all(speeds: dict[Side, jax.Array], rows: list[dict[Side, jax.Array]], x: jax.Array) -> None:
    def total(carry: jax.Array, row: dict[Side, jax.Array]) -> tuple[jax.Array, None]:  # E: jdc-dict-keys
        return carry + row[Side.LEFT], None

    def shifted(y: jax.Array) -> jax.Array:
        return y + _left(speeds)

    jax.lax.scan(total, x, speeds)
    jax.jit(shifted)(x)
