"""jdc-registration: classes that flax.nnx.Pytree registers."""

from dataclasses import dataclass
from typing import Any

import jax
from flax import nnx
from jax.tree_util import register_dataclass, register_pytree_node_class


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


class Flattened:
    x: jax.Array

    def tree_flatten(self) -> tuple[tuple[Any, ...], None]:
        return (self.x,), None

    @classmethod
    def tree_unflatten(cls, _: None, children: tuple[Any, ...]) -> Any:
        made = object.__new__(cls)
        (made.x,) = children
        return made


@register_pytree_node_class  # E: jdc-registration
class Stack(Flattened, nnx.Module):
    pass


@register_pytree_node_class
class OwnStack(Flattened, nnx.Pytree, pytree=False):
    pass
