"""jdc-static-self: ``self`` that an annotation marks static."""

from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import jax_dataclasses

import jdc_runtime as jdc


@dataclass(eq=False)
class Planner:
    horizon: int

    def extend(self) -> None:
        self.horizon += 5

    @jax_dataclasses.jit
    def plan(self: jax_dataclasses.Static["Planner"], x: jax.Array) -> jax.Array:  # E: jdc-static-self
        return jnp.tile(x, self.horizon)


@dataclass(eq=False)
class Runner:
    horizon: int

    def extend(self) -> None:
        self.horizon += 5

    @jdc.jit
    def run(self: jdc.Static["Runner"], x: jax.Array) -> jax.Array:  # E: jdc-static-self
        return jnp.tile(x, self.horizon)


@dataclass(frozen=True)
class Frozen:
    horizon: int

    def extended(self) -> "Frozen":
        return Frozen(self.horizon + 5)

    @jdc.jit
    def run(self: jdc.Static["Frozen"], x: jax.Array) -> jax.Array:
        return jnp.tile(x, self.horizon)


class Scaled:
    def __init__(self) -> None:
        self.scale = 1.0

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.scale * x

    @partial(jax.jit, static_argnums=0)
    def fast(self, x: jax.Array) -> jax.Array:
        return self(x)


def run_scaled() -> None:
    scaled = Scaled()
    scaled.fast(jnp.ones(2))
    scaled.scale = 3.0  # E: jdc-static-self
    scaled.fast(jnp.ones(2))
