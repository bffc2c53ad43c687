"""jdc-inheritance: frozen and other dataclasses in one line of bases."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import equinox as eqx
import flax.struct
import jax
import jax_dataclasses

import jdc_runtime as jdc


@dataclass
class Loose:
    x: int


@dataclass(frozen=True)
class Frozen:
    x: int


class Mixin:
    def method(self) -> int:
        return 1


@flax.struct.dataclass
class Flax:
    x: jax.Array


@jdc.pytree_dataclass
class OverLoose(Loose):  # E: jdc-inheritance, misc
    y: jax.Array


@flax.struct.dataclass
class FlaxOverLoose(Loose):  # E: jdc-inheritance
    y: jax.Array


@jax_dataclasses.pytree_dataclass
class UpstreamOverLoose(Loose):  # E: jdc-inheritance
    y: jax.Array


@flax.struct.dataclass(frozen=False)
class LooseOverFlax(Flax):  # E: jdc-inheritance
    y: jax.Array


@jax.tree_util.register_dataclass
@dataclass
class RegisteredOverFlax(Flax):  # E: jdc-inheritance
    y: jax.Array


class Node(Loose, jdc.PyTreeNode):  # E: jdc-inheritance, misc
    y: jax.Array


@jdc.pytree_dataclass
class OverFrozen(Frozen, Mixin):
    y: jax.Array


@flax.struct.dataclass(frozen=False)
class OverLooseToo(Loose):
    y: jax.Array


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class RegisteredFrozen(Frozen):
    y: jax.Array


class FrozenNode(Frozen, jdc.PyTreeNode):
    y: jax.Array


# A metaclass freezes modules of equinox, and dataclasses takes them for classes that are not frozen.
class ModuleOverLoose(eqx.Module, Loose):
    y: jax.Array


class LooseOverModule(Loose, eqx.Module):
    y: jax.Array

    def __init__(self, y: jax.Array) -> None:
        self.x = 1
        self.y = y


class Module(eqx.Module):
    y: jax.Array


@dataclass
class LooseModule(Module):
    x: int = 1


class Plain(eqx.Module):
    x: jax.Array


@dataclass
class PlainOverModule(Plain):
    y: int


@dataclass(frozen=True)  # E: jdc-registration
class FrozenOverModule(Plain):  # E: misc
    y: int


@dataclass
class PlainOverFlax(Flax):  # E: misc
    y: int


@dataclass(frozen=True)
class FrozenOverFlax(Flax):
    y: int
