"""Methods that chex adds to its classes besides ``replace``."""

from collections.abc import Callable, Mapping, MutableMapping
from typing import Any, TypeVar, assert_type

import chex  # type: ignore[import-untyped]
import jax

T = TypeVar("T")


@chex.dataclass
class ChexMapping:
    x: jax.Array
    n: int = 3


@chex.dataclass(frozen=True, mappable_dataclass=False)
class ChexPlain:
    x: jax.Array


def use(mapping: ChexMapping, plain: ChexPlain) -> None:
    assert_type(mapping.to_tuple(), tuple[Any, ...])
    assert_type(ChexMapping.from_tuple((1, 2)), ChexMapping)
    mapping["x"] + mapping["n"]
    for name in mapping:
        print(name, len(mapping), mapping.keys(), mapping.values(), mapping.items())
    mapping.get("x")
    mapping.get("z", None)
    plain.to_tuple()
    plain.get("x")  # E: attr-defined
    plain["x"]  # E: index
    plain.keys()  # E: attr-defined
    mapping.to_list()  # E: attr-defined
    taken: Mapping[str, Any] = {**plain}  # E: dict-item
    print(taken)


class ChexSub(ChexMapping):
    """A class that nothing registers is a mapping all the same."""


@chex.dataclass
class ChexNames:
    """A field in the place of a method of mappings, which chex leaves as it is."""

    values: jax.Array


def shapes(values: Mapping[str, Any], *more: Mapping[str, Any]) -> list[Any]:
    return [each.shape for one in (values, *more) for each in one.values()]


def first(values: Mapping[str, T]) -> T:
    return values["x"]


def use_as_mapping(mapping: ChexMapping, plain: ChexPlain, sub: ChexSub, flag: bool) -> None:
    shapes(mapping)
    shapes(sub, mapping, {"x": 1})
    shapes(plain)  # E: arg-type
    first(mapping)
    one: Mapping[str, Any] = mapping
    one = mapping if flag else {"x": 1}
    several: list[Mapping[str, Any]] = [mapping, one]
    wrong: Mapping[int, Any] = mapping  # E: assignment
    shaped: Callable[[Mapping[str, Any]], list[Any]] = shapes
    other: Callable[[ChexMapping], list[Any]] = shaped
    another: dict[str, Any] = mapping  # E: assignment
    several.append(plain)  # E: arg-type
    print(wrong, other, another, jax.jit(shapes)(mapping))
    ChexNames(values=mapping.x).values + 1
    with_default: MutableMapping[str, Any] = mapping  # E: assignment
    print(with_default, isinstance(mapping, Mapping) and mapping.x)
