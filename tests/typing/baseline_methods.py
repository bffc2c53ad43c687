"""Methods under `jit` that every checker accepts: they are methods, with their signature. It also runs."""

from __future__ import annotations

import abc
import functools
from collections.abc import Callable
from typing import Any, Generic, Protocol, Self, TypeVar, assert_type

import jax
import jax.numpy as jnp

import jdc_runtime as jdc

T = TypeVar("T")


class HasStep(Protocol):
    def step(self, x: jax.Array) -> jax.Array: ...


class Abstract(abc.ABC):
    @abc.abstractmethod
    def step(self, x: jax.Array) -> jax.Array: ...


@jdc.pytree_dataclass
class Base(Abstract):
    """A jitted method overrides an abstract one."""

    scale: jax.Array

    @jdc.jit
    def __call__(self, x: jax.Array) -> jax.Array:
        return self.scale * x

    @jdc.jit
    def step(self, x: jax.Array) -> jax.Array:
        return self.scale * x

    @jdc.jit
    def moved(self, by: float = 1.0) -> Self:
        return jdc.replace(self, scale=self.scale + by)

    @jdc.jit
    def same(self, value: T, times: int = 1) -> T:
        return value

    @jdc.jit(donate_argnums=())
    def kept(self, x: jax.Array, *, times: float = 1.0) -> jax.Array:
        return times * self.scale * x

    @jdc.jit(auto_static=True)
    def labelled(self, x: jax.Array, label: str) -> jax.Array:
        return self.scale * x

    @jdc.auto_static(jax.jit)
    def named(self, x: jax.Array, name: str) -> jax.Array:
        return self.scale * x

    @staticmethod
    @jdc.jit
    def double(x: jax.Array) -> jax.Array:
        return 2 * x

    @jdc.jit
    def untyped(self, x):
        return x


@jdc.pytree_dataclass
class Jitted(Base):
    """A jitted method overrides a jitted one."""

    @jdc.jit
    def step(self, x: jax.Array) -> jax.Array:
        return super().step(x) + 1

    @jdc.jit
    def moved(self, by: float = 1.0) -> Self:
        return super().moved(2 * by)


@jdc.pytree_dataclass
class Plain(Base):
    """A plain method overrides a jitted one."""

    def step(self, x: jax.Array) -> jax.Array:
        return x


@jdc.pytree_dataclass
class JittedAgain(Plain):
    """A jitted method overrides a plain one."""

    @jdc.jit
    def step(self, x: jax.Array) -> jax.Array:
        return 2 * x


class Node(jdc.PyTreeNode):
    x: jax.Array

    @jdc.jit
    def step(self) -> Self:
        return self.replace(x=self.x + 1)


class SubNode(Node):
    @jdc.jit
    def step(self) -> Self:
        return super().step()


@jdc.pytree_dataclass
class Box(Generic[T]):
    value: T

    @jdc.jit
    def get(self) -> T:
        return self.value


class Trainer:
    """No pytree."""

    def __init__(self) -> None:
        self.update = jdc.jit(self._update)

    def _update(self, x: jax.Array) -> jax.Array:
        return x + 1

    @jdc.jit(static_argnums=0)
    def step(self, x: jax.Array) -> jax.Array:
        return x

    @functools.partial(jdc.jit, static_argnums=0)
    def other_step(self, x: jax.Array) -> jax.Array:
        return x


def use(model: HasStep) -> jax.Array:
    return model.step(jnp.ones(3))


def apply(function: Callable[[jax.Array], jax.Array]) -> jax.Array:
    return function(jnp.ones(3))


def methods() -> None:
    x = jnp.ones(3)
    base = Base(x)
    assert_type(base.step(x), jax.Array)
    assert_type(base.step(x=x), jax.Array)
    assert_type(Base.step(base, x), jax.Array)
    assert_type(base(x), jax.Array)
    assert_type(base.moved().moved(2.0), Base)
    assert_type(base.kept(x, times=2.0), jax.Array)
    assert_type(base.labelled(x, "label"), jax.Array)
    assert_type(base.named(x, "name"), jax.Array)
    assert_type(Base.double(x), jax.Array)
    number: int = base.same(1, times=2)
    assert number == 1
    base.untyped(x)
    assert Base.step.__name__ == "step"
    mapped: Any = jax.vmap(base.step)(jnp.ones((2, 3)))
    assert mapped.shape == (2, 3)


def overrides() -> None:
    x = jnp.ones(3)
    for model in (Base(x), Jitted(x), Plain(x), JittedAgain(x)):
        assert use(model).shape == apply(model).shape == apply(model.step).shape == (3,)
    protocol: HasStep = Jitted(x)
    function: Callable[[jax.Array], jax.Array] = Jitted(x)
    assert function(x).shape == protocol.step(x).shape
    assert_type(Jitted(x).moved(), Jitted)
    assert_type(Jitted(x).step(x), jax.Array)
    assert_type(Node(x).step(), Node)
    assert_type(SubNode(x).step(), SubNode)
    value: float = Box(1.0).get()
    assert value == 1.0
    trainer = Trainer()
    assert_type(trainer.update(x), jax.Array)
    assert_type(trainer.update.lower(x), jax.stages.Lowered)
    assert_type(trainer.step(x), jax.Array)
    trainer.other_step(x)


def main() -> None:
    methods()
    overrides()


if __name__ == "__main__":
    main()
