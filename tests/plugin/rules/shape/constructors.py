"""Defaults of parameters, and constructors of named tuples and of dataclasses that are not pytrees."""

import dataclasses
import functools
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Int


def unknown() -> Any: ...


class Params(NamedTuple):
    w: Float[Array, "3 4"]
    b: Float[Array, "4"]
    step: Int[Array, ""] = jnp.zeros((), jnp.int32)
    name: str = "layer"


class Pair(NamedTuple):
    one: Float[Array, "n 2"]
    other: Float[Array, "n"]


class Counted(NamedTuple("Base", [("n", int)])):
    pass


@dataclass
class Config:
    mean: Float[Array, "3"]
    std: Float[Array, "3"] = field(default_factory=lambda: jnp.ones(3))
    total: ClassVar[int] = 0


@dataclass(kw_only=True)
class Named:
    size: int
    mean: Float[Array, "3"]


@dataclass
class Wider(Config):
    scale: Float[Array, ""] | float = dataclasses.field(default=0.0, kw_only=True)


@dataclass
class Converts:
    mean: Float[Array, "3"]

    def __post_init__(self) -> None:
        self.mean = jnp.broadcast_to(self.mean, (3,))


@dataclass
class Own:
    mean: Float[Array, "3"]

    def __init__(self, mean: jax.Array) -> None:
        self.mean = mean[:3]


class Built:
    mean: Float[Array, "3"]

    def __init__(self, mean: jax.Array) -> None:
        self.mean = mean[:3]


@dataclass
class Numbers:
    mean: Float[np.ndarray, "3"]


def wrong(x: Float[Array, "3 5"]) -> None:
    Params(x, jnp.zeros(4))  # E: jdc-shape
    Params(w=jnp.zeros((3, 4)), b=jnp.zeros(3))  # E: jdc-shape
    Params(jnp.zeros((3, 4)), jnp.zeros(4), jnp.zeros(()))  # E: jdc-dtype
    Pair(jnp.zeros((5, 2)), jnp.zeros(4))  # E: jdc-shape
    Config(jnp.zeros(4))  # E: jdc-shape
    Config(jnp.zeros(3), std=jnp.zeros((3, 1)))  # E: jdc-shape
    Config(jnp.zeros(3, int))  # E: jdc-dtype
    Named(size=1, mean=jnp.zeros(2))  # E: jdc-shape
    Wider(jnp.zeros(4))  # E: jdc-shape
    Wider(jnp.zeros(3), jnp.zeros(2))  # E: jdc-shape
    Numbers(np.zeros(4))  # E: jdc-shape


def default(x: Float[Array, "3"] = jnp.zeros(4)) -> None: ...  # E: jdc-shape


def typed(x: Int[Array, "3"] = jnp.zeros(3)) -> None: ...  # E: jdc-dtype


class Layer:
    def call(self, x: Float[Array, "3"], *, bias: Float[Array, "4"] = jnp.zeros(3)) -> None: ...  # E: jdc-shape


@jax.jit
def jitted(x: Float[Array, "3"], y: Float[Array, "3"] = jnp.zeros((1, 3))) -> jax.Array:  # E: jdc-shape
    return x + y


def right(x: Float[Array, "3 4"], fields: dict[str, Any]) -> None:
    Params(x, jnp.zeros(4))
    Params(x, x.sum(0), name="a")
    Params(*unknown())
    Params(**fields)
    Params(unknown(), unknown())
    Params(w=0, b=None)  # type: ignore[arg-type]
    Pair(jnp.zeros((5, 2)), jnp.zeros(5))
    Pair(unknown(), jnp.zeros(5))
    Counted(3)
    Config(jnp.zeros(3))
    Config(jnp.zeros(3), jnp.ones(3))
    Named(size=1, mean=jnp.zeros(3))
    Wider(jnp.zeros(3), jnp.zeros(3), scale=jnp.zeros(()))
    Converts(jnp.zeros(1))
    Own(jnp.zeros(5))
    Built(jnp.zeros(5))
    Numbers(np.zeros(3))
    params = Params(x, jnp.zeros(4))
    params._replace(b=jnp.zeros(4))  # E: jdc-discarded
    dataclasses.replace(Config(jnp.zeros(3)), std=jnp.zeros(3))
    functools.partial(Config, jnp.zeros(3))()


def right_default(
    x: Float[Array, "3"] = jnp.zeros(3),
    y: Float[Array, "n 3"] = jnp.zeros((1, 3)),
    z: Float[Array, "3"] | None = None,
    w: Float[Array, "..."] = jnp.zeros(4),
    v: float | Float[Array, ""] = 1.0,
    u: jax.Array = jnp.zeros(5),
) -> None: ...


right_default()
right_default(y=jnp.zeros((2, 3)), w=jnp.zeros((3, 3)))
