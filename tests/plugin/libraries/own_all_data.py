"""A project's own decorator that registers a dataclass with all fields as data."""

import dataclasses
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
from typing_extensions import dataclass_transform

T = TypeVar("T")


@dataclass_transform()
def tree(cls: type[T]) -> type[T]:
    made = dataclasses.dataclass(cls)
    names = [each.name for each in dataclasses.fields(made)]  # type: ignore[arg-type]
    return jax.tree_util.register_dataclass(made, data_fields=names, meta_fields=[])


@dataclass_transform(frozen_default=True)
def frozen_tree(cls: type[T]) -> type[T]:
    made = dataclasses.dataclass(frozen=True)(cls)
    jax.tree_util.register_dataclass(made, tuple(each.name for each in dataclasses.fields(made)), ())  # type: ignore
    return made


@dataclass_transform()
def some(cls: type[T]) -> type[T]:
    """Which fields are static is for the names to say."""
    made = dataclasses.dataclass(cls)
    names = [each.name for each in dataclasses.fields(made)]  # type: ignore[arg-type]
    static = [name for name in names if name.startswith("n_")]
    data = [name for name in names if name not in static]
    return jax.tree_util.register_dataclass(made, data_fields=data, meta_fields=static)


@dataclass_transform()
def without_size(cls: type[T]) -> type[T]:
    made = dataclasses.dataclass(cls)
    names = [each.name for each in dataclasses.fields(made)]  # type: ignore[arg-type]
    names.remove("size")
    return jax.tree_util.register_dataclass(made, data_fields=names, meta_fields=[], drop_fields=["size"])


@without_size
class Dropped:
    x: jax.Array
    size: int = 3

    @jax.jit
    def zeros(self) -> jax.Array:
        return jnp.zeros(self.size)


@tree
class Meter:
    total: jax.Array
    count: int = 0

    @jax.jit
    def add(self, x: jax.Array) -> jax.Array:
        self.total = self.total + x  # E: jdc-lost-mutation
        return x * 2

    @jax.jit
    def zeros(self) -> jax.Array:
        return jnp.zeros(self.count)  # E: jdc-concrete

    def same(self, other: "Meter") -> bool:
        return self == other  # E: jdc-compare


@frozen_tree
class Kept:
    scale: jax.Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", jnp.log(self.scale))  # E: jdc-init

    def grow(self) -> None:
        self.scale = self.scale * 2  # E: jdc-frozen


@some
class Sized:
    x: jax.Array
    n_rows: int = 3

    @jax.jit
    def zeros(self) -> jax.Array:
        return jnp.zeros(self.n_rows)


def use(x: Any) -> None:
    print(Meter(x).add(x), Kept(x), Sized(x).zeros())
