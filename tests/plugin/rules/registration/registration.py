"""jdc-registration: classes that JAX refuses to register, or registers otherwise than meant."""

from __future__ import annotations

import dataclasses
import functools
from dataclasses import dataclass
from typing import Any

import flax.struct
import jax
from jax.tree_util import register_dataclass

import jdc_runtime as jdc

DATA = ["x", "y"]


@functools.partial(register_dataclass, data_fields=["x", "yy"], meta_fields=["name"])  # E: jdc-registration
@dataclass
class Typo:
    x: jax.Array
    y: jax.Array
    name: str = ""


@functools.partial(register_dataclass, data_fields=["x"], meta_fields=["name"])  # E: jdc-registration
@dataclass
class Missing:
    x: jax.Array
    y: jax.Array
    name: str = ""


@functools.partial(register_dataclass, data_fields=["x", "z", "y"], meta_fields=[])  # E: jdc-registration
@dataclass
class Invented:
    x: jax.Array
    y: jax.Array


@functools.partial(register_dataclass, data_fields=["x", "y", "x"], meta_fields=[])  # E: jdc-registration
@dataclass
class Doubled:
    x: jax.Array
    y: jax.Array


@functools.partial(register_dataclass, data_fields=["x", "y"], meta_fields=["y"])  # E: jdc-registration
@dataclass
class Overlapping:
    x: jax.Array
    y: jax.Array  # E: jdc-static-array


@functools.partial(register_dataclass, data_fields="x", meta_fields=["yy"])  # E: jdc-registration
@dataclass
class Character:
    x: jax.Array
    y: int


@functools.partial(register_dataclass, data_fields="x", meta_fields="n")
@dataclass
class Characters:
    x: jax.Array
    n: int


@functools.partial(register_dataclass, data_fields="xs", meta_fields=[])  # E: jdc-registration
@dataclass
class String:
    xs: jax.Array


@functools.partial(register_dataclass, data_fields="xy", meta_fields="n")
@dataclass
class Letters:
    x: jax.Array
    y: jax.Array
    n: int


@functools.partial(register_dataclass, data_fields="xy", meta_fields=[])  # E: jdc-registration
@dataclass
class OtherLetters:
    x: jax.Array


@functools.partial(register_dataclass, data_fields=["x"])  # E: jdc-registration
@dataclass
class OneList:
    x: jax.Array


@dataclass
class Called:
    x: jax.Array
    y: jax.Array


register_dataclass(Called, data_fields=["x"], meta_fields=["yy"])  # E: jdc-registration


@functools.partial(register_dataclass, data_fields=["x", "y"], meta_fields=["name"])
@dataclass
class Right:
    x: jax.Array
    y: jax.Array
    name: str = ""
    computed: int = dataclasses.field(init=False, default=0)


@functools.partial(register_dataclass, data_fields=["x", "y", "z"], meta_fields=["name"])
@dataclass
class Inheriting(Right):
    z: int = 0


@functools.partial(register_dataclass, data_fields=["x"], meta_fields=[], drop_fields=["y", "more"])
@dataclass
class Dropping:
    x: jax.Array
    y: int = 0


NONE: list[str] = []
WRONG = ["x", "w"]
GROWING = ["x", "y"]
GROWING.append("z")


@functools.partial(register_dataclass, data_fields=DATA, meta_fields=NONE)
@dataclass
class Named:
    x: jax.Array
    y: jax.Array


@functools.partial(register_dataclass, data_fields=("x", "y"), meta_fields=NONE)  # E: jdc-registration
@dataclass
class NamedWrongly:
    x: jax.Array


@functools.partial(register_dataclass, data_fields=NONE, meta_fields=["y"])  # E: jdc-registration
@dataclass
class NamedTooFew:
    x: jax.Array
    y: int = 0


@functools.partial(register_dataclass, data_fields=WRONG, meta_fields=NONE)  # E: jdc-registration
@dataclass
class NamedElsewhere:
    x: jax.Array
    y: jax.Array


@functools.partial(register_dataclass, data_fields=GROWING, meta_fields=NONE)
@dataclass
class Computed:
    x: jax.Array
    y: jax.Array
    z: jax.Array


@functools.partial(register_dataclass, data_fields=[*DATA, "z"], meta_fields=NONE)
@dataclass
class ComputedSum:
    x: jax.Array
    y: jax.Array
    z: jax.Array


@functools.partial(register_dataclass, data_fields=[each.name for each in dataclasses.fields(Right)], meta_fields=[])
@dataclass
class ComputedToo(Right):
    more: int = 0


@register_dataclass  # E: jdc-registration
@register_dataclass
@dataclass
class Twice:
    x: jax.Array


@register_dataclass  # E: jdc-registration
@flax.struct.dataclass
class TwoLibraries:
    x: jax.Array


@register_dataclass  # E: jdc-registration
class Node(jdc.PyTreeNode):
    x: jax.Array


@register_dataclass  # E: jdc-registration
class Plain:
    x: jax.Array


@dataclass
@register_dataclass  # E: jdc-registration
class Upside:
    x: jax.Array


@register_dataclass
@dataclass
class Good:
    x: jax.Array


@register_dataclass
class Below(Good):
    """A subclass of a dataclass is one to JAX."""


@dataclass
class Later:
    x: jax.Array


register_dataclass(Later)


class Another:
    x: jax.Array


register_dataclass(Another)  # E: jdc-registration
register_dataclass(int, data_fields=["real"], meta_fields=[])


def registered(cls: type[Another]) -> type[Another]:
    return register_dataclass(cls)


@dataclasses.dataclass
class TriedLater:
    x: jax.Array


try:
    register_dataclass(TriedLater, ["x"], [])
    register_dataclass(TriedLater, ["x"], [])

    @register_dataclass
    @register_dataclass
    @dataclasses.dataclass
    class TriedTwice:
        x: jax.Array

    @dataclasses.dataclass
    class Late:
        x: jax.Array

    register_dataclass(Late, ["x"], [])
    register_dataclass(Late, ["x"], [])
    register_dataclass(Late)
except ValueError:
    pass


NAMES = ("x", "y")


@dataclass
class ByTuple:
    x: jax.Array
    y: jax.Array
    z: jax.Array


register_dataclass(ByTuple, list(NAMES), ["y"])  # E: jdc-registration, jdc-registration


@dataclass
class ByWholeTuple:
    x: jax.Array
    y: jax.Array


register_dataclass(ByWholeTuple, list(NAMES), [])


@dataclass
class WithoutLists:
    x: jax.Array
    y: int = dataclasses.field(default=3, init=False)


register_dataclass(WithoutLists, drop_fields=["y"])


# Without the class, of which `register_dataclass` makes no decorator


@register_dataclass(data_fields=["x"], meta_fields=[])  # E: jdc-registration, call-arg
@dataclass
class FromNothing:
    x: jax.Array


@jax.tree_util.register_dataclass()  # E: jdc-registration, call-arg
@dataclass
class FromNoLists:
    x: jax.Array


try:
    register_dataclass(data_fields=["x"], meta_fields=[])  # E: call-arg
except TypeError:
    pass
given: dict[str, Any] = {"nodetype": FromNothing}
register_dataclass(**given)


# Fields that are dropped, which only their defaults bring back


@dataclass
class DroppedFields:
    x: jax.Array
    factor: float
    scale: float = 1.0
    count: int = dataclasses.field(default=0, init=False)
    rows: list[int] = dataclasses.field(default_factory=list)


register_dataclass(
    DroppedFields,
    ["x"],
    [],
    drop_fields=["factor", "scale", "count", "rows", "more"],  # E: jdc-registration
)


@dataclass(init=False)
class DroppedAlone:
    x: jax.Array
    factor: float

    def __init__(self, x: jax.Array, factor: float = 1.0) -> None:
        self.x, self.factor = x, factor


register_dataclass(DroppedAlone, ["x"], [], drop_fields=["factor"])


@functools.partial(
    register_dataclass,
    data_fields=["x"],
    meta_fields=[],
    drop_fields=["momentum", "cache", "unread", "usual"],  # E: jdc-registration
)
@dataclass
class Optimizer:
    x: jax.Array
    momentum: float = 0.9
    cache: jax.Array | None = None
    unread: float = 0.0
    usual: float = 1.0


def use_optimizer(x: jax.Array) -> jax.Array:
    optimizer = Optimizer(x, momentum=0.5, cache=None, unread=1.0, usual=1.0)
    return jax.jit(lambda each: each.x * each.momentum * each.usual)(optimizer)


@functools.partial(
    register_dataclass, data_fields=["x"], meta_fields=[], drop_fields=["label", "is_new", "least", "level"]
)
@dataclass
class Labelled:
    x: jax.Array
    label: str = "none"
    is_new: bool = True
    least: int = -1
    level: int = 0


@dataclass
class Log:
    level: int = 1


def scale(labelled: Labelled) -> jax.Array:
    return labelled.x * labelled.least * labelled.is_new


def show_labelled(x: jax.Array, log: Log) -> jax.Array:
    labelled = Labelled(x, "first", is_new=True, least=-1, level=2)
    print(labelled.label, log.level)
    return jax.jit(scale)(labelled)
