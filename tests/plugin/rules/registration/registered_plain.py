"""jdc-registration: field lists of classes that are no dataclasses."""

from __future__ import annotations

import types
from typing import Generic, TypeVar

import jax
from jax.tree_util import register_dataclass


class Misspelt:
    def __init__(self, w: jax.Array, lr: float) -> None:
        self.w = w
        self.lr = lr


register_dataclass(Misspelt, data_fields=["w", "lrate"], meta_fields=[])  # E: jdc-registration


class OtherParameter:
    def __init__(self, weights: jax.Array, lr: float) -> None:
        self.w = weights
        self.lr = lr


register_dataclass(OtherParameter, ["w"], ["lr"])  # E: jdc-registration


class Left:
    def __init__(self, w: jax.Array, lr: float) -> None:
        self.w = w
        self.lr = lr


jax.tree_util.register_dataclass(Left, data_fields=("w",), meta_fields=())  # E: jdc-registration


class Right:
    def __init__(self, w: jax.Array, lr: float = 0.1, *, name: str = "") -> None:
        self._w = w
        self.lr = lr
        self.name = name

    @property
    def w(self) -> jax.Array:
        return self._w


register_dataclass(Right, data_fields=["w"], meta_fields=["name"])


class Open:
    def __init__(self, **values: jax.Array) -> None:
        self.__dict__.update(values)

    def __getattr__(self, name: str) -> jax.Array:
        raise AttributeError(name)


register_dataclass(Open, data_fields=["x"], meta_fields=[])


class Keywords:
    x: jax.Array

    def __init__(self, **values: jax.Array) -> None:
        self.x = values["x"]


register_dataclass(Keywords, data_fields=["x"], meta_fields=[])

FIELDS = ["x"]


class Computed:
    def __init__(self, y: jax.Array) -> None:
        self.y = y


register_dataclass(Computed, data_fields=[*FIELDS], meta_fields=[])


class Base:
    def __init__(self, x: jax.Array) -> None:
        self.x = x


class Inherits(Base):
    pass


register_dataclass(Inherits, data_fields=["x"], meta_fields=[])


class Updated:
    def __init__(self, **values: jax.Array) -> None:
        self.__dict__.update(values)


register_dataclass(Updated, data_fields=["x"], meta_fields=[])


class Stored:
    def __init__(self, x: jax.Array) -> None:
        self.__dict__["x"] = x


register_dataclass(Stored, data_fields=["x"], meta_fields=[])


class SetByName:
    def __init__(self, x: jax.Array) -> None:
        object.__setattr__(self, "x", x)


register_dataclass(SetByName, data_fields=["x"], meta_fields=[])


class SetBySuper:
    def __init__(self, x: jax.Array) -> None:
        super().__setattr__("x", x)


register_dataclass(SetBySuper, data_fields=["x"], meta_fields=[])


class InheritsUpdated(Updated):
    def total(self) -> float:
        return 0.0


register_dataclass(InheritsUpdated, data_fields=["x"], meta_fields=[])


class Namespace(types.SimpleNamespace):
    pass


register_dataclass(Namespace, data_fields=["x"], meta_fields=[])


T = TypeVar("T")


class Rescaled(Generic[T]):
    def __init__(self, scale: jax.Array) -> None:
        self.scale = scale
        self.reset()

    def reset(self) -> None:
        self.scale = self.scale * 0


register_dataclass(Rescaled, data_fields=["scales"], meta_fields=[])  # E: jdc-registration
