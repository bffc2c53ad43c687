"""What chex adds to its classes besides ``replace``."""

from collections.abc import Mapping
from typing import Any, assert_type

import chex  # type: ignore[import-untyped]
import jax


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
