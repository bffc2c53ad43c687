"""Objects that hold arrays where Python takes their hash."""

import dataclasses
import functools
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@flax.struct.dataclass
class Cell:
    name: str
    ij: jax.Array


@jdc.pytree_dataclass
class Outer:
    cell: Cell
    n: int = 0


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Mutable:
    n: int


@jax.tree_util.register_dataclass
@dataclasses.dataclass(unsafe_hash=True)
class LeavesOut:
    n: int
    x: jax.Array = dataclasses.field(hash=False)
    y: jax.Array = dataclasses.field(compare=False)


@jdc.pytree_dataclass(eq=False)
class ByIdentity:
    x: jax.Array


@flax.struct.dataclass
class OwnHash:
    x: jax.Array

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


@flax.struct.dataclass
class Spec:
    name: str
    sizes: tuple[int, ...] = ()


def found(cell: Cell, cells: list[Cell], table: dict[Any, int], seen: set[Any], outer: Outer, x: jax.Array) -> None:
    hash(cell)  # E: jdc-compare
    print(table[cell], table.get(outer))  # E: jdc-compare, jdc-compare
    table[cell, 3] = 4  # E: jdc-compare
    made = jnp.zeros(3)
    table[made] = 5  # E: jdc-compare
    seen.add(made + 1)  # E: jdc-compare
    print(table[x], x in seen, table[x, 3])
    print(set(cells), frozenset(cells))  # E: jdc-compare, jdc-compare
    print({cell: 1})  # E: jdc-compare
    print({outer, outer})  # E: jdc-compare
    print({each for each in cells if each.name})  # E: jdc-compare
    print({each: each.name for each in cells})  # E: jdc-compare


def found_by_what_is_made(x: jax.Array) -> None:
    cell = Cell("", x)
    print({cell: 1}, {Cell("", x)})  # E: jdc-compare, jdc-compare
    left = LeavesOut(1, x, x + 1)
    print({left: 1})


def found_without_hash(m: Mutable, table: dict[Mutable, int]) -> int:
    return table[m]  # E: jdc-compare


def silent(
    left: LeavesOut,
    same: ByIdentity,
    own: OwnHash,
    spec: Spec,
    table: dict[Any, int],
    cells: list[Cell],
    x: jax.Array,
) -> None:
    print(hash(left), table[same], table[own], {spec: 1}, {spec}, {own, own}, {left, left}, {same: 1})
    print(
        table[id(x)], table[x.shape], {each.name: each for each in cells}, table[x.dtype], cells[x[0]], hash(x.shape)
    )
    print({each.name for each in cells}, {0: x}, {0: cells[0]}, table.get("a", x))


def tried(cell: Cell) -> int:
    try:
        return hash(cell)
    except TypeError:
        return id(cell)


@flax.struct.dataclass
class MaybeNone:
    x: jax.Array


def single(one: MaybeNone) -> int:
    return hash(one)


print(single(MaybeNone(None)))  # type: ignore[arg-type]
print(jnp.zeros(3))


@flax.struct.dataclass
class Scalar:
    value: jax.Array


def contained(cell: Cell, cells: set[Cell], rows: frozenset[Cell], table: dict[Cell, int], spec: Spec) -> bool:
    if cell in cells or cell not in rows:  # E: jdc-compare, jdc-compare
        return True
    return cell in table or spec in {spec}  # E: jdc-compare


def of_one_item(seen: set[Scalar]) -> bool:
    return Scalar(jnp.zeros(())) in seen  # E: jdc-compare


@functools.lru_cache
def looked_up(state: Cell, n: int = 0) -> int:
    return n


@functools.cache
def norm(x: jax.Array) -> jax.Array:
    return jnp.linalg.norm(x)


@functools.cache
def named(name: str, shape: tuple[int, ...]) -> int:
    return len(name) + len(shape)


def cached(state: Cell, x: jax.Array) -> None:
    looked_up(state)  # E: jdc-compare
    looked_up(state=state, n=3)  # E: jdc-compare
    norm(jnp.ones(3))  # E: jdc-compare
    norm(x)
    named("x", x.shape)
