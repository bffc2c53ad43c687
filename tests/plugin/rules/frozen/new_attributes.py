"""jdc-frozen for attributes that methods of frozen dataclasses give their objects."""

import dataclasses

import chex  # type: ignore[import-untyped]
import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@flax.struct.dataclass
class Noted:
    x: jax.Array

    def note(self, text: str) -> None:
        self.text = text  # E: jdc-frozen

    def quietly(self) -> None:
        object.__setattr__(self, "kept", 3)  # E: jdc-undeclared

    def tried(self) -> None:
        try:
            self.tried_too = 3
        except dataclasses.FrozenInstanceError:
            pass


@register_dataclass
@dataclasses.dataclass(frozen=True)
class Standard:
    x: jax.Array

    def __post_init__(self) -> None:
        self.total = jnp.sum(self.x)  # E: jdc-frozen


@flax.struct.dataclass
class Base:
    x: jax.Array

    def note(self, text: str) -> None:
        self.text = text


class Below(Base):
    pass


@chex.dataclass
class Open:
    x: chex.Array

    def note(self, text: str) -> None:
        self.text = text  # E: jdc-undeclared


class Module(eqx.Module):
    x: jax.Array

    def __init__(self, x: jax.Array) -> None:
        self.x = x
