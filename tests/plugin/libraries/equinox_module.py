"""Subclasses of `equinox.Module`: fields, static fields, converters, abstract attributes, construction."""

import abc
import dataclasses
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar, assert_type

import equinox
import equinox as eqx
import jax
import jax.numpy as jnp
from equinox import AbstractVar, Module, field

import jdc_runtime as jdc

T = TypeVar("T")


class Linear(eqx.Module):
    weight: jax.Array
    activation: Callable[[jax.Array], jax.Array] = jax.nn.relu
    name: str = "linear"  # data, which eqx.filter_jit leaves out
    size: int = eqx.field(static=True, default=2)

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.activation(self.weight @ x)

    def scale(self) -> None:
        self.weight = 2 * self.weight  # E: jdc-frozen

    def doubled(self) -> "Linear":
        return eqx.tree_at(lambda each: each.weight, self, 2 * self.weight)


class WithInit(Module):
    weight: jax.Array
    inner: Linear
    count: int = field(static=True)

    def __init__(self, size: int) -> None:
        self.weight = jnp.ones(size)
        self.count = size
        self.build()

    def build(self) -> None:
        self.inner = Linear(self.weight)

    def __check_init__(self) -> None:
        self.count = 3  # E: jdc-frozen


class WithPostInit(eqx.Module):
    weight: jax.Array
    total: jax.Array = eqx.field(init=False)

    def __post_init__(self) -> None:
        self.total = jnp.sum(self.weight)


class InheritsInit(WithInit):
    extra: int = 3

    def reset(self) -> None:
        self.extra += 1  # E: jdc-frozen


class Made(eqx.Module):
    x: int

    def __new__(cls) -> "Made":
        made = super().__new__(cls)
        made.x = 3
        return made

    def __init__(self) -> None:
        pass


class Abstract(eqx.Module):
    order: AbstractVar[int]
    x: jax.Array
    kind: eqx.AbstractVar[str]
    flag: eqx.AbstractClassVar[bool]

    @abc.abstractmethod
    def step(self) -> jax.Array: ...


class Concrete(Abstract, strict=True):
    order: int
    flag = True

    @property
    def kind(self) -> str:
        return "concrete"

    def step(self) -> jax.Array:
        return self.x


class OfClass(Abstract):
    order: ClassVar[int] = 4
    kind: ClassVar[str] = "of the class"
    flag = True

    def step(self) -> jax.Array:
        return self.x * self.order


class Below(OfClass):
    order: ClassVar[int] = 5


def of_class(x: jax.Array) -> int:
    OfClass(x, 4)  # E: call-arg
    return OfClass(x).order + Below(x).order


class Box(eqx.Module, Generic[T]):
    value: T
    label: str = equinox.field(static=True, default="")


class Named(Box[jax.Array]):
    other: jax.Array | None = None


def as_pair(value: int | tuple[int, int]) -> tuple[int, int]:
    return (value, value) if isinstance(value, int) else value


class Converted(eqx.Module):
    x: jax.Array = eqx.field(converter=jnp.asarray)
    pair: tuple[int, int] = eqx.field(converter=as_pair, static=True, default=(1, 1))
    y: jax.Array = eqx.field(converter=lambda given: jnp.asarray(given), default=0.0)
    z: int = eqx.field(converter=None, default=0)


class Size:
    def __init__(self, width: int, height: int = 1) -> None: ...


class ConvertedByClasses(eqx.Module):
    n: int = eqx.field(converter=int)
    scale: float = eqx.field(converter=float, default=1.0)
    axes: tuple[int, ...] = eqx.field(converter=tuple, default=(), static=True)
    name: str = eqx.field(converter=str, default="", static=True)
    size: Size = eqx.field(converter=Size, default=1, static=True)


class ConvertedLater(eqx.Module):
    x: jax.Array = eqx.field(converter=jnp.asarray)

    def __init__(self, x: float) -> None:
        self.x = x


class ConvertedByMethods(eqx.Module):
    x: jax.Array = eqx.field(converter=jnp.asarray)
    n: int = eqx.field(converter=int, default=1)
    plain: jax.Array = eqx.field(default_factory=lambda: jnp.ones(2))

    @classmethod
    def of(cls, values: list[float]) -> "ConvertedByMethods":
        return cls(values, "3")

    def again(self, value: float) -> "ConvertedByMethods":
        return type(self)(value)

    def wrong(self) -> "ConvertedByMethods":
        return type(self)(1.0, [])  # E: arg-type

    @classmethod
    def plainly(cls, value: float) -> "ConvertedByMethods":
        return cls(value, plain=value)  # E: arg-type


class ConvertedChild(Converted):
    x: jax.Array  # of which equinox knows no converter


class Marked(eqx.Module):
    x: jax.Array
    std: str = dataclasses.field(default="a", metadata={"static": True})
    flax: str = dataclasses.field(default="a", metadata={"pytree_node": False})  # E: jdc-marker
    kind: jdc.Static[str] = "a"  # E: jdc-marker
    mean: jax.Array = eqx.field(static=True, default_factory=lambda: jnp.ones(3))  # E: jdc-static-array


def outer() -> type[eqx.Module]:
    class Inner(eqx.Module):
        Module: int
        mean: jax.Array = eqx.field(static=True)  # E: jdc-static-array

    return Inner


def use(linear: Linear, with_init: WithInit, concrete: Concrete, named: Named) -> None:
    linear.name = "b"  # E: jdc-frozen
    with_init.count += 1  # E: jdc-frozen
    named.label = "b"  # E: jdc-frozen
    setattr(linear, "name", "b")  # E: jdc-frozen
    del linear.name  # which equinox does not prevent
    _ = eqx.tree_at(lambda each: each.weight, linear, jnp.zeros(3))
    jax.tree.map(jnp.zeros_like, linear)  # E: jdc-discarded
    linear.doubled()  # E: jdc-discarded
    assert_type(concrete.kind, str)
    assert_type(named.value, jax.Array)
    concrete.kind = "b"  # E: misc


def make(x: jax.Array) -> list[Any]:
    Linear(x, jax.nn.relu, "b", 3, 4)  # E: call-arg
    Converted(1.0, "a")  # E: arg-type
    Converted(1.0, z="a")  # E: arg-type
    ConvertedByClasses("3", "2.5", [1, 2], 4, size=3)
    ConvertedByClasses(object())  # E: arg-type
    ConvertedByClasses(1, [2])  # E: arg-type
    ConvertedByClasses(1, axes=3)  # E: arg-type
    ConvertedByClasses(1, size="wide")  # E: arg-type
    ConvertedChild(1.0)  # E: arg-type
    assert_type(Converted([1.0]).x, jax.Array)
    return [
        Converted([1.0], 3, 2.0),
        Converted(x, (1, 2), y=3),
        ConvertedLater(1.0),
        Linear(x),
        Linear(x, jax.nn.relu, "b", 3),
        WithInit(3),
        InheritsInit(3),
        WithPostInit(x),
        Concrete(x, 2),
        Concrete(x=x, order=2),
        Named(x, "b", None),
        Box(1),
    ]


def replaced(converted: ConvertedByMethods, child: ConvertedChild) -> ConvertedByMethods:
    converted = dataclasses.replace(converted, x=[1.0, 2.0])
    dataclasses.replace(converted, n=[], plain=converted.x)  # E: arg-type, jdc-discarded
    _ = dataclasses.replace(child, x=1.0)  # E: arg-type
    return dataclasses.replace(converted, x=2.0, n="3")
