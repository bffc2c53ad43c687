"""jdc-default in dataclasses that are no pytrees: Python refuses an array as a default there too."""

# ruff: noqa: RUF008, RUF009

import dataclasses
import enum
from dataclasses import dataclass, field
from typing import Any, ClassVar

import jax
import jax.numpy as jnp
import numpy as np

LIMIT = jnp.deg2rad(80.0)
SIZES = (3, 4)


def degrees(angle: float) -> float:
    return angle / 180.0 * 3.14


@dataclass
class Joint:
    low: Any = jnp.deg2rad(5.0)  # E: jdc-default
    high: Any = -jnp.deg2rad(5.0)  # E: jdc-default
    limit: Any = LIMIT  # E: jdc-default
    weights: jax.Array = jnp.zeros(3)  # E: jdc-default
    start: Any = field(default=jnp.zeros(3))  # E: jdc-default
    host: Any = np.zeros(3)  # E: jdc-default
    length: float = degrees(80.0)
    half: float = np.deg2rad(5.0)
    made: jax.Array = field(default_factory=lambda: jnp.zeros(3))
    named: Any = dataclasses.field(default_factory=dict)
    sizes: tuple[int, int] = SIZES
    shared: ClassVar[jax.Array] = jnp.zeros(3)
    count = jnp.zeros(3)
    dtype: Any = jnp.float32
    act: Any = jax.nn.relu
    maybe: jax.Array | None = None


@dataclasses.dataclass(frozen=True)
class Options:
    scale: Any = jnp.ones(())  # E: jdc-default
    shape: Any = jnp.zeros((2, 3)).shape
    size: int = jnp.zeros((2, 3)).size
    names: Any = ["a"]


def moved(cls: Any) -> Any:
    for name, value in list(vars(cls).items()):
        if isinstance(value, jax.Array):
            setattr(cls, name, field(default_factory=value.copy))
    return cls


@dataclass
@moved
class Moved:
    weights: jax.Array = jnp.zeros(3)


class Moving:
    def __init_subclass__(cls) -> None:
        moved(cls)


@dataclass
class MovedByBase(Moving):
    weights: jax.Array = jnp.zeros(3)


class Kind(enum.Enum):
    A = "a"


@dataclass
class Plain:
    kind: Kind = Kind.A
    number: float = float(jnp.deg2rad(5.0))


class NoDataclass:
    weights: jax.Array = jnp.zeros(3)
