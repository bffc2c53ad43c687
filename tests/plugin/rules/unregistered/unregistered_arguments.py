"""jdc-unregistered: parameters of jitted functions whose classes nothing registers."""

from __future__ import annotations

import abc
import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_pytree_node, register_pytree_node_class

import jdc_runtime as jdc


class Plain:
    def __init__(self, scale: float) -> None:
        self.scale = scale

    @jax.jit
    def step(self, x: jax.Array) -> jax.Array:  # E: jdc-unregistered
        return self.scale * x

    @functools.partial(jax.jit, static_argnums=0)
    def static(self, x: jax.Array) -> jax.Array:
        return self.scale * x

    @functools.partial(jax.jit, static_argnames="self")
    def static_by_name(self, x: jax.Array) -> jax.Array:
        return self.scale * x

    @staticmethod
    @jax.jit
    def nothing(x: jax.Array) -> jax.Array:
        return x


@dataclass
class Config:
    scale: float


@jax.jit
def apply(config: Config, x: jax.Array) -> jax.Array:  # E: jdc-unregistered
    return config.scale * x


@functools.partial(jax.jit, static_argnums=0)
def apply_static(config: Config, x: jax.Array) -> jax.Array:  # E: jdc-static-mutable
    return config.scale * x


@dataclass(frozen=True)
class FrozenConfig:
    scale: float


@functools.partial(jax.jit, static_argnums=0)
def apply_frozen(config: FrozenConfig, x: jax.Array) -> jax.Array:
    return config.scale * x


@dataclass
class NeverMade:
    scale: float


@jax.jit
def apply_other(config: NeverMade) -> float:
    return config.scale


@flax.struct.dataclass
class State:
    x: jax.Array

    @jax.jit
    def step(self) -> jax.Array:
        return self.x


@jdc.pytree_dataclass
class Own:
    x: jax.Array

    @jax.jit
    def step(self) -> jax.Array:
        return self.x


class Pair(NamedTuple):
    x: jax.Array
    y: jax.Array

    @jax.jit
    def sum(self) -> jax.Array:
        return self.x + self.y


@register_pytree_node_class
class Registered:
    @jax.jit
    def step(self) -> int:
        return 1

    def tree_flatten(self) -> tuple[tuple[()], None]:
        return (), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[()]) -> Registered:
        return cls()


class RegisteredLater:
    @jax.jit
    def step(self) -> int:
        return 1


register_pytree_node(RegisteredLater, lambda _: ((), None), lambda _, __: RegisteredLater())


class Base(abc.ABC):
    @abc.abstractmethod
    def scale(self) -> float: ...

    @jax.jit
    def step(self) -> float:
        return self.scale()


class Shared:
    """Its subclass is a pytree."""

    @jax.jit
    def step(self) -> int:
        return 1


@jdc.pytree_dataclass
class Below(Shared):
    x: jax.Array


class Steps(Protocol):
    def step(self) -> int: ...


@jax.jit
def run(each: Steps) -> int:
    return each.step()


made = Config(1.0)
plain = Plain(2.0)
zeros = jnp.zeros(3)


class UnderJdc:
    @jdc.jit
    def step(self, x: jax.Array) -> jax.Array:  # E: jdc-unregistered
        return x

    @jdc.jit(static_argnums=0)
    def static(self, x: jax.Array) -> jax.Array:
        return x

    @jdc.jit(auto_static=True)
    def separated(self, x: jax.Array) -> jax.Array:
        return x


@jdc.jit
def marked(plain: jdc.Static[Plain], x: jax.Array) -> jax.Array:
    return x * plain.scale


@jdc.jit
def traced(plain: Plain, x: jax.Array) -> jax.Array:  # E: jdc-unregistered
    return x * plain.scale


class Space:
    """Functions that are called through the class."""

    @jax.jit
    def double(x: jax.Array) -> jax.Array:  # E: misc
        return x * 2


Space.double(jax.numpy.ones(3))


@dataclass
class Options:
    scale: float


@jax.jit
def optional(options: Options | None, x: jax.Array) -> jax.Array:  # E: jdc-unregistered
    return x if options is None else options.scale * x


@jax.jit
def several(options: list[Options], x: jax.Array) -> jax.Array:  # E: jdc-unregistered
    return sum(each.scale for each in options) * x


@jax.jit
def by_name(options: dict[str, Options], x: jax.Array) -> jax.Array:  # E: jdc-unregistered
    return options["a"].scale * x


@functools.partial(jax.jit, static_argnames="options")
def optional_static(options: Options | None, x: jax.Array) -> jax.Array:
    return x if options is None else options.scale * x


@jax.jit
def optional_array(options: Options | jax.Array, values: list[jax.Array], given: list[Registered]) -> jax.Array:
    return values[0]


@jax.jit
def optional_pytree(options: Registered | None, x: jax.Array) -> jax.Array:
    return x


print(Options(1.0))


def handing_on(function: Callable[..., jax.Array]) -> Callable[[jax.Array], jax.Array]:
    return lambda x: function(Plain(2.0), x)


@jax.jit
@handing_on
def with_plain(plain: Plain, x: jax.Array) -> jax.Array:
    """Another decorator gives it the object, which is never an argument of the jitted function."""
    return x * plain.scale


class Blend:
    @staticmethod
    @jax.jit
    def mixed(plain: Plain, x: jax.Array) -> jax.Array:  # E: jdc-unregistered
        return plain.scale * x

    @staticmethod
    @functools.partial(jax.jit, static_argnums=0)
    def mixed_statically(plain: Plain, x: jax.Array) -> jax.Array:
        return plain.scale * x


DEFAULT_OPTIONS = Options(2)


@jax.jit
def by_default(x: jax.Array, options: Options = DEFAULT_OPTIONS) -> jax.Array:
    return x * len(options.__dict__)


print(by_default(jnp.ones(2)))
