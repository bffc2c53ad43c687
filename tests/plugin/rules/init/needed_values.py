"""jdc-init: a ``__post_init__`` that needs the value of a data field, and when that fails."""

import dataclasses
import functools

import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses
import numpy as np
from jax import lax

import jdc_runtime as jdc


@flax.struct.dataclass
class Rate:
    rate: jax.Array
    size: int = flax.struct.field(pytree_node=False, default=1)

    def __post_init__(self) -> None:
        assert self.size > 0
        assert 0 <= self.rate <= 1  # E: jdc-init


def doubled(rate: Rate) -> jax.Array:
    return 2 * rate.rate


@jax_dataclasses.pytree_dataclass
class Step:
    length: float
    count: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "length", float(self.length))  # E: jdc-init
        object.__setattr__(self, "count", int(self.count))


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Bounds:
    low: jax.Array
    high: jax.Array

    def __post_init__(self) -> None:
        if bool((self.low > self.high).any()):  # E: jdc-init
            raise ValueError("no bounds")


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Weights:
    weights: jax.Array

    def __post_init__(self) -> None:
        if not np.isclose(self.weights.sum(), 1.0):  # E: jdc-init
            raise ValueError("no weights")


@jdc.pytree_dataclass
class PassedOver:
    rate: float

    def __post_init__(self) -> None:
        assert self.rate > 0


@flax.struct.dataclass
class Eager:
    rate: jax.Array

    def __post_init__(self) -> None:
        assert self.rate > 0


@flax.struct.dataclass
class Guarded:
    rate: jax.Array

    def __post_init__(self) -> None:
        if not isinstance(self.rate, jax.core.Tracer):
            assert self.rate > 0


@flax.struct.dataclass
class Caught:
    rate: jax.Array

    def __post_init__(self) -> None:
        try:
            assert self.rate > 0
        except jax.errors.TracerBoolConversionError:
            return


@flax.struct.dataclass
class Shaped:
    rate: jax.Array
    more: jax.Array | None = None

    def __post_init__(self) -> None:
        if self.more is None:
            object.__setattr__(self, "rate", jnp.asarray(self.rate))
        if self.rate.dtype == jnp.int32 or self.rate.size > 100:
            raise ValueError("no rate")


@flax.struct.dataclass
class Base:
    rate: jax.Array


@flax.struct.dataclass
class Below(Base):
    def __post_init__(self) -> None:
        assert self.rate > 0


@flax.struct.dataclass
class Made:
    rate: float

    def __post_init__(self) -> None:
        assert self.rate > 0


@flax.struct.dataclass
class Settings:
    rate: float

    def __post_init__(self) -> None:
        assert self.rate > 0


@flax.struct.dataclass
class WithSettings:
    x: jax.Array
    settings: Settings = flax.struct.field(pytree_node=False)


@functools.partial(jax.jit, static_argnums=0)
def times(settings: Settings, x: jax.Array) -> jax.Array:
    return settings.rate * x


@jax.jit
def scaled(given: WithSettings) -> jax.Array:
    return given.x * given.settings.rate


@jax.jit
def rate_of(given: Base) -> jax.Array:
    return given.rate


@jax.jit
def make() -> Made:
    return Made(0.5)


def main(xs: jax.Array) -> None:
    jax.jit(doubled)(Rate(jnp.asarray(0.5)))
    jax.jit(lambda step: step.length)(Step(2.0, 1))
    jax.jit(lambda each: each.rate)(PassedOver(2.0))
    lax.scan(lambda carry, x: (carry, x), Bounds(xs, xs + 1), xs)
    jax.checkpoint(lambda each: each.weights)(Weights(xs))
    jax.grad(lambda eager: eager.rate)(Eager(jnp.ones(())))
    _ = jax.tree.map(jnp.sin, Eager(jnp.ones(())))
    jax.jit(lambda each: each.rate)(Guarded(xs))
    jax.jit(lambda each: each.rate)(Caught(xs))
    jax.jit(lambda each: each.rate)(Shaped(xs))
    rate_of(Base(xs))
    times(Settings(0.5), xs)


@flax.struct.dataclass
class Mask:
    keep: jax.Array

    def __post_init__(self) -> None:
        if not np.any(self.keep):  # E: jdc-init
            raise ValueError("nothing is kept")


jax.jit(lambda mask: mask.keep)(Mask(jnp.ones(2)))
