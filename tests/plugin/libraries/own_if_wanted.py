"""Decorators and bases of the project's own that register a class by hand, if an option says so."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, TypeVar

import jax
from jax.tree_util import register_dataclass
from typing_extensions import dataclass_transform

T = TypeVar("T")


@dataclass_transform()
def if_wanted(*, register: bool = True) -> Callable[[type[T]], type[T]]:
    def wrap(cls: type[T]) -> type[T]:
        made = dataclasses.dataclass(cls)
        if register:
            register_dataclass(made)
        return made

    return wrap


@dataclass_transform()
class Base:
    def __init_subclass__(cls, register: bool = True, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        dataclasses.dataclass(cls)
        if register:
            register_dataclass(cls)


@dataclass_transform()
def always(cls: type[T]) -> type[T]:
    made = dataclasses.dataclass(cls)
    if made.__name__:
        jax.tree_util.register_pytree_node(made, lambda obj: ((obj,), None), lambda _, xs: xs[0])
    return made


@if_wanted(register=False)
class A:
    x: jax.Array
    name: str = "a"


class B(Base, register=False):
    x: jax.Array
    name: str = "a"


@always
class C:
    x: jax.Array


register_dataclass(A, ["x"], ["name"])
register_dataclass(B, ["x"], ["name"])
register_dataclass(C, ["x"], [])  # E: jdc-registration
