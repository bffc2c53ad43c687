"""Types of static fields in libraries that promise no hashable ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import equinox as eqx
import flax.struct
import jax
import jax_dataclasses
from jax.tree_util import register_dataclass

import jdc_runtime as jdc


@dataclass
class Options:
    rate: float = 0.1


@dataclass(frozen=True)
class Fixed:
    rate: float = 0.1


@jax_dataclasses.pytree_dataclass
class Upstream:
    """Static lists and dicts work as long as nobody changes them."""

    sizes: jax_dataclasses.Static[list[int]]  # E: jdc-static-type
    options: jax_dataclasses.Static[Options]  # E: jdc-static-type
    fixed: jax_dataclasses.Static[Fixed]
    data: list[jax.Array]


@flax.struct.dataclass
class OfFlax:
    x: jax.Array
    names: tuple[str, ...] = flax.struct.field(pytree_node=False)
    read: Sequence[str] = flax.struct.field(pytree_node=False)
    table: Mapping[str, int] = flax.struct.field(pytree_node=False)
    seen: set[str] | None = flax.struct.field(pytree_node=False)  # E: jdc-static-type


@register_dataclass
@dataclass
class Registered:
    x: jax.Array
    rows: tuple[list[int], ...] = field(metadata={"static": True})  # E: jdc-static-type


class Layer(eqx.Module):
    weight: jax.Array
    sizes: list[int] = eqx.field(static=True)  # E: jdc-static-type
    name: str = eqx.field(static=True, default="layer")


@jdc.pytree_dataclass
class Strict:
    x: jax.Array
    sizes: jdc.Static[list[int]]  # E: jdc-static-mutable
