"""jdc-registration: decorators that each make a dataclass of one class."""

from __future__ import annotations

import dataclasses
from typing import Any

import chex  # type: ignore[import-untyped]
import equinox as eqx
import flax.struct
import jax
import jax_dataclasses
import pytest
from flax.struct import PyTreeNode
from jax.tree_util import register_dataclass

import jdc_runtime as jdc


@flax.struct.dataclass  # E: jdc-registration
@dataclasses.dataclass
class ThawedBelow:
    x: jax.Array


@flax.struct.dataclass  # E: jdc-registration
@dataclasses.dataclass(frozen=True)
class FrozenBelow:
    x: jax.Array


@jax_dataclasses.pytree_dataclass  # E: jdc-registration
@flax.struct.dataclass
class OfTwoLibraries:
    x: jax.Array


@jdc.pytree_dataclass  # E: jdc-registration
@dataclasses.dataclass
class OfJdc:
    x: jax.Array


@chex.dataclass  # E: jdc-registration
@chex.dataclass
class MappingTwice:
    x: jax.Array


@chex.dataclass(frozen=True)  # E: jdc-registration
@dataclasses.dataclass
class FrozenByChex:
    x: jax.Array


@flax.struct.dataclass  # E: jdc-registration
class OfEquinox(eqx.Module):
    x: jax.Array


@dataclasses.dataclass(frozen=True)  # E: jdc-registration
class OfNode(PyTreeNode):
    x: jax.Array


@flax.struct.dataclass
@register_dataclass  # E: jdc-registration
class TooEarly:
    x: jax.Array


@flax.struct.dataclass  # E: jdc-registration
class OwnSetter:
    x: jax.Array

    def __setattr__(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)


# Right.


@flax.struct.dataclass
@flax.struct.dataclass
class FlaxTwice:
    x: jax.Array


@flax.struct.dataclass
class FlaxNode(PyTreeNode):
    x: jax.Array


@flax.struct.dataclass
@dataclasses.dataclass(eq=False)
class WithoutFields:
    pass


@chex.dataclass
@dataclasses.dataclass
class Thawed:
    x: jax.Array


@flax.struct.dataclass(frozen=False)
@dataclasses.dataclass
class BothThawed:
    x: jax.Array


@flax.struct.dataclass(frozen=False)
class ThawedSetter:
    x: jax.Array

    def __setattr__(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)


@dataclasses.dataclass(repr=False)
class ModuleAgain(eqx.Module):
    x: jax.Array


@flax.struct.dataclass
@dataclasses.dataclass(init=False, repr=False)
class InitAbove:
    x: jax.Array


def unknown(cls: type[Any]) -> type[Any]:
    return cls


@flax.struct.dataclass
@unknown
@dataclasses.dataclass
class Between:
    x: jax.Array


def refused() -> bool:
    try:

        @flax.struct.dataclass
        @dataclasses.dataclass(frozen=True)
        class Local:
            x: jax.Array

    except TypeError:
        return True
    return False


def test_refused() -> None:
    with pytest.raises(TypeError):

        @flax.struct.dataclass
        @dataclasses.dataclass(frozen=True)
        class Local:
            x: jax.Array

    with pytest.raises(ValueError, match="Duplicate"):

        @register_dataclass
        @flax.struct.dataclass
        class Twice:
            x: jax.Array
