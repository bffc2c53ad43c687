"""jdc-static-mutable: a static argument that is a frozen dataclass with a list in it has no hash."""

import dataclasses
import functools
from collections.abc import Sequence
from dataclasses import dataclass, field

import jax
import jax.numpy as jnp
from flax import struct

import jdc_runtime as jdc


@dataclass(frozen=True)
class ModelConfig:
    widths: list[int] = field(default_factory=lambda: [16, 32])
    rate: float = 0.1


@dataclass(frozen=True)
class TrainConfig:
    seed: int = 0
    model: ModelConfig = ModelConfig()


@dataclass(frozen=True)
class Options:
    extra: dict[str, float] = field(default_factory=dict)


@functools.partial(jax.jit, static_argnames=("config",))
def step(x: jax.Array, config: TrainConfig) -> jax.Array:  # E: jdc-static-mutable
    return x * config.model.rate


@functools.partial(jax.jit, static_argnums=1)
def layers(x: jax.Array, config: ModelConfig) -> jax.Array:  # E: jdc-static-mutable
    return x * config.rate


@functools.partial(jax.jit, static_argnums=(0,))
def apply(options: Options, x: jax.Array) -> jax.Array:  # E: jdc-static-mutable
    return x * options.extra["rate"]


@jdc.jit
def marked(x: jax.Array, config: jdc.Static[TrainConfig]) -> jax.Array:  # E: jdc-static-mutable
    return x * config.model.rate


def unhashed() -> None:
    x = jnp.ones(2)
    calls = (
        lambda: step(x, TrainConfig()),
        lambda: layers(x, ModelConfig()),
        lambda: apply(Options({"rate": 1.0}), x),  # E: jdc-static-mutable
        lambda: marked(x, TrainConfig()),
    )
    for call in calls:
        try:
            call()
        except (TypeError, ValueError) as error:
            assert "hash" in str(error), error
        else:
            raise AssertionError


# What stays silent: the hash is there, or does not look at the list.


@dataclass(frozen=True)
class Tuples:
    widths: tuple[int, ...] = (16, 32)
    names: Sequence[str] = ("a",)
    chosen: list[int] | None = None


@dataclass(frozen=True)
class LeftOut:
    rate: float
    log: list[str] = field(default_factory=list, hash=False)
    notes: list[str] = field(default_factory=list, compare=False)


@dataclass(frozen=True)
class OwnHash:
    widths: list[int]

    def __hash__(self) -> int:
        return hash(tuple(self.widths))


@dataclass(frozen=True, eq=False)
class ByIdentity:
    widths: list[int]


@dataclass(frozen=True)
class ByIdentityInside:
    inner: ByIdentity
    owned: OwnHash


@dataclass(frozen=True)
class Frozen:
    widths: list[int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "widths", tuple(self.widths))


@functools.partial(jax.jit, static_argnums=(1,))
def frozen(x: jax.Array, config: Frozen) -> jax.Array:
    return x * config.widths[0]


@struct.dataclass
class Data:
    x: jax.Array


@functools.partial(jax.jit, static_argnums=(1, 2, 3, 4, 5))
def right(
    x: jax.Array, tuples: Tuples, left_out: LeftOut, own: OwnHash, identity: ByIdentity, inside: ByIdentityInside
) -> jax.Array:
    return x * left_out.rate * len(own.widths) * len(identity.widths) * len(inside.inner.widths) * tuples.widths[0]


@jax.jit
def traced(data: Data) -> jax.Array:
    return data.x


def with_default(x: jax.Array, config: ModelConfig | None = None) -> jax.Array:
    return x if config is None else x * config.rate


defaulted = jax.jit(with_default, static_argnames=("config",))

if __name__ == "__main__":
    unhashed()
    print(dataclasses.asdict(TrainConfig()))
    identity = ByIdentity([1])
    right(jnp.ones(1), Tuples(), LeftOut(1.0), OwnHash([1]), identity, ByIdentityInside(identity, OwnHash([2])))
    traced(Data(jnp.ones(1)))
    defaulted(jnp.ones(1))
    frozen(jnp.ones(1), Frozen([2]))
