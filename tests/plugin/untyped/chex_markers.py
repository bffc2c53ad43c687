"""Static markers of other libraries in classes of chex, which reads none; seen where mypy follows chex."""

import dataclasses
import functools

import chex
import equinox as eqx
import jax
from flax import struct

import jdc_runtime as jdc


@chex.dataclass
class Marked:
    x: jax.Array
    name: str = dataclasses.field(default="a", metadata={"static": True})  # E: jdc-marker
    size: int = struct.field(pytree_node=False, default=3)  # E: jdc-marker
    kind: jdc.Static[int] = 1  # E: jdc-marker
    nested: jdc.Static[int] | None = None  # E: jdc-marker
    scale: float = eqx.field(static=True, default=1.0)  # E: jdc-marker
    label: str = "b"
    options: dict[str, int] = dataclasses.field(default_factory=dict)
    derived: str = dataclasses.field(init=False, metadata={"static": True})


@functools.partial(chex.dataclass, frozen=True)
class Partial:
    x: jax.Array
    name: str = dataclasses.field(default="a", metadata={"static": True})  # E: jdc-marker


Marked(x=jax.numpy.zeros(3), name="b").replace(size=3)  # E: jdc-discarded
Marked(jax.numpy.zeros(3), "b")  # E: call-arg, jdc-chex-mapping
