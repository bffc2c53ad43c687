"""jdc-registration: a class that its library registers, and that the module registers again."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import typing
from typing import Any

import chex  # type: ignore[import-untyped]
import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses as jdc_old
import pytest
from flax import nnx
from jax.tree_util import register_dataclass, register_pytree_node, register_pytree_node_class, register_static

import jdc_runtime as jdc


def flatten(given: Any) -> tuple[tuple[Any, ...], None]:
    return (given.x,), None


def unflatten(_: None, children: Any) -> Any:
    return children[0]


# A library registers the class, and then a call does.


@flax.struct.dataclass
class OfFlax:
    x: jax.Array


register_dataclass(OfFlax, ["x"], [])  # E: jdc-registration


@flax.struct.dataclass
class OfFlaxByNode:
    x: jax.Array


register_pytree_node(OfFlaxByNode, flatten, unflatten)  # E: jdc-registration


@flax.struct.dataclass
class OfFlaxByKeyword:
    x: jax.Array


jax.tree_util.register_pytree_node(  # E: jdc-registration
    nodetype=OfFlaxByKeyword, flatten_func=flatten, unflatten_func=unflatten
)


class NodeOfFlax(flax.struct.PyTreeNode):
    x: jax.Array


register_static(NodeOfFlax)  # E: jdc-registration


@jdc_old.pytree_dataclass
class OfJaxDataclasses:
    x: jax.Array


jax.tree_util.register_dataclass(OfJaxDataclasses, data_fields=["x"], meta_fields=[])  # E: jdc-registration


@jdc.pytree_dataclass
class OfJdc:
    x: jax.Array


register_dataclass(OfJdc)  # E: jdc-registration


class NodeOfJdc(jdc.PyTreeNode):
    x: jax.Array

    def tree_flatten(self) -> tuple[tuple[jax.Array], None]:
        return (self.x,), None

    @classmethod
    def tree_unflatten(cls, _: None, children: tuple[jax.Array]) -> NodeOfJdc:
        return cls(*children)


register_pytree_node_class(NodeOfJdc)  # E: jdc-registration


class OfEquinox(eqx.Module):
    x: jax.Array


again = register_dataclass(OfEquinox, ["x"], [])  # E: jdc-registration


class OfEquinoxBelow(OfEquinox):
    y: jax.Array


register_dataclass(OfEquinoxBelow, ["x", "y"], [])  # E: jdc-registration


@nnx.dataclass
class OfNnx(nnx.Pytree):
    x: jax.Array


register_dataclass(OfNnx, ["x"], [])  # E: jdc-registration


def pytree(cls: type[Any]) -> type[Any]:
    return register_dataclass(dataclasses.dataclass(frozen=True)(cls))


@pytree
class OfProject:
    x: jax.Array


register_dataclass(OfProject, ["x"], [])  # E: jdc-registration


def local() -> Any:
    @flax.struct.dataclass
    class Local:
        x: jax.Array

    register_dataclass(Local, ["x"], [])  # E: jdc-registration
    return Local


# A decorator does.


@register_pytree_node_class  # E: jdc-registration
class DecoratedNode(eqx.Module):
    x: jax.Array

    def tree_flatten(self) -> tuple[tuple[jax.Array], None]:
        return (self.x,), None

    @classmethod
    def tree_unflatten(cls, _: None, children: tuple[jax.Array]) -> DecoratedNode:
        return cls(*children)


@register_static  # E: jdc-registration
@flax.struct.dataclass
class Static:
    x: jax.Array


@functools.partial(register_dataclass, data_fields=["x"], meta_fields=[])  # E: jdc-registration
@flax.struct.dataclass
class Listed:
    x: jax.Array


@register_dataclass  # E: jdc-registration
class DecoratedEquinox(eqx.Module):
    x: jax.Array


# No library does, but two calls or decorators.


@register_pytree_node_class
class ByHand:
    x: jax.Array

    def tree_flatten(self) -> tuple[tuple[jax.Array], None]:
        return (self.x,), None

    @classmethod
    def tree_unflatten(cls, _: None, children: tuple[jax.Array]) -> ByHand:
        made = cls()
        (made.x,) = children
        return made


register_pytree_node(ByHand, flatten, unflatten)  # E: jdc-registration


class TwoCalls:
    x: jax.Array


register_pytree_node(TwoCalls, flatten, unflatten)
register_pytree_node(TwoCalls, flatten, unflatten)  # E: jdc-registration


@register_dataclass
@dataclasses.dataclass
class Mixed:
    x: jax.Array


register_pytree_node(Mixed, flatten, unflatten)  # E: jdc-registration


@dataclasses.dataclass
class ListedTwice:
    x: jax.Array


register_dataclass(ListedTwice, ["x"], [])
register_dataclass(ListedTwice, ["x"], [])  # E: jdc-registration


# chex registers a class when its first object is made, and leaves one alone that is registered by then.


@chex.dataclass
class OfChex:
    x: jax.Array


register_dataclass(OfChex, ["x"], [])


@register_dataclass
@chex.dataclass
class DecoratedChex:
    x: jax.Array


frozen_chex = functools.partial(chex.dataclass, frozen=True)


@frozen_chex
class OfProjectByChex:
    x: jax.Array


register_pytree_node(OfProjectByChex, flatten, unflatten)
assert jax.tree.leaves(OfChex(x=jnp.ones(3)))


# JAX registers one very class: not its subclasses.


@flax.struct.dataclass
class Base(OfFlax):
    y: jax.Array


class Subclass(Base):
    pass


register_pytree_node(Subclass, flatten, unflatten)


@dataclasses.dataclass
class Plain:
    x: jax.Array


register_dataclass(Plain, ["x"], [])


class NotRegistered(nnx.Pytree, pytree=False):
    x: jax.Array


register_pytree_node(NotRegistered, flatten, unflatten)


@nnx.dataclass
class NotRegisteredDataclass(nnx.Pytree, pytree=False):
    x: jax.Array


register_pytree_node(NotRegisteredDataclass, flatten, unflatten)

# One of several calls runs.


@dataclasses.dataclass
class Either:
    x: jax.Array


if jax.__version__.startswith("0.4"):
    register_dataclass(Either, ["x"], [])
else:
    register_dataclass(Either, ["x"], [])

if typing.cast("bool", OfFlax is None):
    register_dataclass(OfFlax, ["x"], [])


def register_all() -> None:
    if not jax.tree.leaves(OfFlax(jnp.ones(3))):
        register_dataclass(OfFlax, ["x"], [])


# Errors that somebody catches.

try:

    @flax.struct.dataclass
    class Tried:
        x: jax.Array

    register_dataclass(Tried, ["x"], [])
except:  # noqa: E722
    pass

with contextlib.suppress(ValueError):

    @flax.struct.dataclass
    class Suppressed:
        x: jax.Array

    register_dataclass(Suppressed, ["x"], [])


def test_raises() -> None:
    @flax.struct.dataclass
    class Raising:
        x: jax.Array

    with pytest.raises(ValueError, match="Duplicate"):
        register_dataclass(Raising, ["x"], [])


# dataclasses make a new class with slots, so that the registered one is another.


@dataclasses.dataclass(slots=True)  # E: jdc-registration
@functools.partial(jax.tree_util.register_dataclass, data_fields=["x"], meta_fields=[])
class SlotsAbove:
    x: jax.Array


@dataclasses.dataclass
@functools.partial(jax.tree_util.register_dataclass, data_fields=["x"], meta_fields=[])
class PlainAbove:
    x: jax.Array


@jax.tree_util.register_dataclass
@dataclasses.dataclass(slots=True)
class SlotsBelow:
    x: jax.Array


@jax.tree_util.register_dataclass  # E: jdc-registration
@dataclasses.dataclass(frozen=True)  # E: jdc-registration
class OfNode(flax.struct.PyTreeNode):
    x: jax.Array


def returned() -> Any:
    @dataclasses.dataclass
    class Once:
        x: jax.Array

    return register_dataclass(Once, ["x"], [])


def returned_again() -> Any:
    class Encoder(eqx.Module):
        x: jax.Array

    return register_dataclass(Encoder, ["x"], [])  # E: jdc-registration


def returned_with_one_list() -> Any:
    @dataclasses.dataclass
    class Link:
        x: jax.Array

    return register_dataclass(Link, data_fields=["x"])  # type: ignore[call-overload,call-arg,unused-ignore]  # E: jdc-registration
