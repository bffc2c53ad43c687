"""A project's own decorators and bases that only hand the class on: its body is what the library gets."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, TypeVar, dataclass_transform

import chex  # type: ignore[import-untyped]
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass

T = TypeVar("T")


@dataclass_transform(field_specifiers=(dataclasses.field,), frozen_default=True)
def pytree(cls: type[T]) -> type[T]:
    return register_dataclass(dataclasses.dataclass(frozen=True)(cls))


@dataclass_transform(field_specifiers=(dataclasses.field,))
def with_factories(cls: type[T]) -> type[T]:
    for name in cls.__annotations__:
        default = getattr(cls, name, None)
        if isinstance(default, jax.Array):
            setattr(cls, name, dataclasses.field(default_factory=lambda: default))
    return register_dataclass(dataclasses.dataclass(cls))


@dataclass_transform(field_specifiers=(dataclasses.field,))
def rebuilt(cls: type[T]) -> type[T]:
    made = dataclasses.dataclass(cls)
    setattr(made, "version", 1)
    return register_dataclass(made)


def by_hand(cls: Any) -> Any:
    cls.set = lambda self, **updates: dataclasses.replace(self, **updates)
    made = dataclasses.dataclass(frozen=True)(cls)
    names = [each.name for each in dataclasses.fields(made)]

    def flatten(value: Any) -> Any:
        return tuple(getattr(value, name) for name in names), None

    jax.tree_util.register_pytree_node(made, flatten, lambda _, children: made(*children))
    return made


@by_hand
class Kernel:
    scale: jax.Array = jnp.ones(())  # E: jdc-default
    order: int = 2


def with_attribute(cls: Any) -> Any:
    cls.rest = dataclasses.field(default_factory=lambda: jnp.ones(3))
    made = dataclasses.dataclass(frozen=True)(cls)
    return register_dataclass(made, data_fields=["rest"], meta_fields=[])


@with_attribute
class Attached:
    rest: jax.Array = jnp.ones(3)


class Struct:
    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        dataclasses.dataclass(cls)
        register_dataclass(cls)


@pytree
class Spring:
    rest: jax.Array = jnp.ones(3)  # E: jdc-default


@pytree
class Spool:
    rest: jax.Array = dataclasses.field(default_factory=lambda: jnp.ones(3))


@with_factories
class Converted:
    rest: jax.Array = jnp.ones(3)


@rebuilt
class Numbered:
    rest: jax.Array = jnp.ones(3)  # E: jdc-default


@pytree
class Scaled:
    scale: jax.Array

    def __init__(self, size: int) -> None:  # E: jdc-init
        object.__setattr__(self, "scale", jnp.ones(size))


class Damper(Struct):
    rate: jax.Array = jnp.zeros(2)  # E: jdc-default


class Hubbard(Struct):
    u: jax.Array
    t: jax.Array

    def __init__(self, ratio: float) -> None:  # E: jdc-init
        self.t = jnp.ones(())
        self.u = self.t * ratio


class Heisenberg(Struct):
    u: jax.Array
    t: jax.Array

    def __init__(self, u: jax.Array, t: jax.Array) -> None:
        self.u = u
        self.t = t


class Doubled(Struct):
    u: jax.Array

    def __post_init__(self) -> None:
        self.u = self.u * 2  # E: jdc-init


class Registered(Struct):
    """Another base registers once more, and may give the class back changed."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        setattr(cls, "u", dataclasses.field(default_factory=lambda: jnp.ones(3)))
        super().__init_subclass__(**kwargs)


class Changed(Registered):
    u: jax.Array = jnp.ones(3)


mapping = functools.partial(chex.dataclass, frozen=True)


@mapping
class Agent:
    keys: jax.Array  # E: jdc-name-clash
    pose: jax.Array
