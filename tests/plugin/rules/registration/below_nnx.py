"""jdc-registration: classes that flax.nnx.Pytree registers."""

from dataclasses import dataclass

import jax
from flax import nnx
from jax.tree_util import register_dataclass


@register_dataclass  # E: jdc-registration
@nnx.dataclass
class Decorated(nnx.Pytree):
    x: jax.Array


@register_dataclass  # E: jdc-registration
@dataclass
class Layer(nnx.Module):
    x: jax.Array


class Called(nnx.Pytree):
    x: jax.Array


register_dataclass(Called, ["x"], [])  # E: jdc-registration


class Below(Called):
    pass


register_dataclass(Below, ["x"], [])  # E: jdc-registration


class Kept(nnx.Pytree, pytree=False):
    x: jax.Array


register_dataclass(Kept, ["x"], [])
