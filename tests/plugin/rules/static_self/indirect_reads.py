"""jdc-static-self: attributes that a method reads through others, and plain dataclasses whose hash looks at an array."""

import dataclasses
from functools import partial

import jax
import jax.numpy as jnp


class Sampler:
    def __init__(self, size: int) -> None:
        self.size = size
        self.temperature = 1.0
        self.rate = 2.0
        self.drawn = 0

    def _scale(self, x: jax.Array) -> jax.Array:
        return self._shift(x) / self.temperature

    def _shift(self, x: jax.Array) -> jax.Array:
        return x + self.offset

    @property
    def offset(self) -> float:
        return self.rate * 2

    @partial(jax.jit, static_argnums=(0, 2))
    def sample(self, x: jax.Array, times: int) -> jax.Array:  # E: jdc-static-self
        return self._scale(x) * times

    @partial(jax.jit, static_argnums=0)
    def shifted(self, x: jax.Array) -> jax.Array:  # E: jdc-static-self
        return self._shift(x)

    @partial(jax.jit, static_argnums=0)
    def sized(self, x: jax.Array) -> jax.Array:
        return x * self.size

    def anneal(self, temperature: float) -> None:
        self.temperature = temperature

    def speed_up(self) -> None:
        self.rate *= 2

    def draw(self) -> int:
        self.drawn += 1
        return self.drawn


class Base:
    def __init__(self) -> None:
        self.scale = 1.0

    def factor(self) -> float:
        return self.scale

    @partial(jax.jit, static_argnums=0)
    def run(self, x: jax.Array) -> jax.Array:
        return x * self.factor()

    def grow(self) -> None:
        self.scale *= 2


class Fixed(Base):
    def factor(self) -> float:
        return 3.0


@dataclasses.dataclass(frozen=True)
class Kernel:
    scale: jax.Array

    @partial(jax.jit, static_argnums=0)
    def gram(self, x: jax.Array) -> jax.Array:  # E: jdc-static-self
        return x @ x.T * self.scale


@dataclasses.dataclass(frozen=True)
class Nested:
    kernel: Kernel
    rows: int

    @partial(jax.jit, static_argnames=("self",))
    def gram(self, x: jax.Array) -> jax.Array:  # E: jdc-static-self
        return x * self.rows


@dataclasses.dataclass(frozen=True)
class LeftOut:
    scale: jax.Array = dataclasses.field(compare=False)
    other: jax.Array = dataclasses.field(hash=False)
    rows: int = 2
    either: jax.Array | float = 1.0

    @partial(jax.jit, static_argnums=0)
    def gram(self, x: jax.Array) -> jax.Array:
        return x * self.scale


@dataclasses.dataclass(frozen=True, eq=False)
class ById:
    scale: jax.Array

    @partial(jax.jit, static_argnums=0)
    def gram(self, x: jax.Array) -> jax.Array:
        return x * self.scale


@dataclasses.dataclass(frozen=True)
class Hashed:
    scale: jax.Array

    def __hash__(self) -> int:
        return 1

    @partial(jax.jit, static_argnums=0)
    def gram(self, x: jax.Array) -> jax.Array:
        return x * jnp.sum(self.scale)
