"""Other names of functions of libraries, for a module that uses these, and an enumeration."""

import enum

import equinox as eqx
import flax.nnx
from jax.tree_util import register_dataclass

import jdc_runtime as jdc

static = jdc.static_field
filtered = eqx.filter_jit
nnx_jit = flax.nnx.jit
registered = register_dataclass


class Mood(enum.Enum):
    CALM = "calm"
    LOUD = "loud"


class Volume(enum.IntEnum):
    LOW = 0
    HIGH = 1


@jdc.pytree_dataclass
class Named:
    volume: Volume


def louder(named: Named) -> None:
    named.volume = Volume.HIGH  # E: jdc-frozen
