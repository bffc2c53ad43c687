"""`jax.tree_util.register_dataclass`: bare, with lists through `functools.partial`, and called after the class."""

import dataclasses
import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import jax
import numpy as np
from flax import struct
from jax.tree_util import register_dataclass as register

import jdc_runtime as jdc


@jax.tree_util.register_dataclass
@dataclass
class Thawed:
    x: jax.Array
    count: int = 0
    name: str = field(default="a", metadata=dict(static=True))  # noqa: C408 - as JAX writes it

    def step(self) -> None:
        self.count += 1


@register
@dataclass(frozen=True)
class Frozen:
    x: jax.Array
    name: str = jax.tree.static(default="a")

    def renamed(self) -> "Frozen":
        return dataclasses.replace(self, name="b")


@functools.partial(jax.tree_util.register_dataclass, data_fields=["x"], meta_fields=["name"])
@dataclasses.dataclass(frozen=True)
class Listed:
    x: jax.Array
    name: str


@functools.partial(register, data_fields=["x"], meta_fields=["table"], drop_fields=["cache"])
@dataclass(frozen=True)
class ListedMistake:
    x: jax.Array
    table: np.ndarray  # E: jdc-static-array
    cache: str = ""


@dataclass(frozen=True)
class Called:
    x: jax.Array
    name: str
    table: jax.Array  # E: jdc-static-array


register(Called, ["x"], meta_fields=["name", "table"])


@dataclass
class CalledBare:
    x: jax.Array
    mean: jax.Array = field(metadata={"static": True})  # E: jdc-static-array


register(CalledBare)


@register
@dataclass(frozen=True)
class Mistakes:
    x: jax.Array
    name: str  # E: jdc-data-leaf
    mean: jax.Array = field(metadata={"static": True})  # E: jdc-static-array
    size: int = struct.field(pytree_node=False, default=3)  # E: jdc-marker
    kind: jdc.Static[int] = 1  # E: jdc-marker
    options: dict[str, int] = field(default_factory=dict, metadata={"static": True})  # E: jdc-static-type
    call: Callable[..., Any] = field(default=max, metadata={"static": True})


@register
@dataclass
class WithoutDefault:
    n: int = jax.tree.static()
    x: jax.Array
    name: str = jax.tree.static(default="a", kw_only=True)


@dataclass(frozen=True)
class Plain:
    x: jax.Array
    mean: jax.Array = field(metadata={"static": True})


FIELDS = ["x"]


@functools.partial(register, data_fields=FIELDS, meta_fields=["mean"])
@dataclass(frozen=True)
class Computed:
    x: jax.Array
    mean: jax.Array


@functools.partial(register, data_fields=["x", "derived"], meta_fields=[])  # E: jdc-registration
@dataclass
class Derived(Thawed):
    derived: jax.Array | None = None


class Unregistered(Thawed):
    y: jax.Array = np.zeros(3)  # type: ignore[assignment]


@dataclass
class MayBeRegistered(Thawed):
    y: jax.Array | None = None


def local() -> None:
    @dataclass(frozen=True)
    class Local:
        x: jax.Array
        mean: jax.Array  # E: jdc-static-array

    register(Local, data_fields=["x"], meta_fields=["mean"])


def use(thawed: Thawed, frozen: Frozen, listed: Listed, called: Called, plain: Plain) -> None:
    thawed.count = 1
    WithoutDefault(3, thawed.x, name="b")
    WithoutDefault(thawed.x)  # E: call-arg, arg-type
    WithoutDefault(3, thawed.x, "b")  # E: call-arg
    del thawed.count
    frozen.name = "b"  # E: jdc-frozen
    listed.name = "b"  # E: jdc-frozen
    called.name = "b"  # E: jdc-frozen
    plain.x = thawed.x  # E: misc
    frozen.renamed()  # E: jdc-discarded
    dataclasses.replace(thawed, count=1)  # E: jdc-discarded
    thawed.replace(count=1)  # E: attr-defined
    Unregistered(thawed.x)  # E: jdc-unregistered
    MayBeRegistered(thawed.x)
