"""jdc-compare: the hash of an object whose field is annotated as an array of chex, without types."""

import chex  # type: ignore[import-untyped]
import jax.numpy as jnp
import numpy as np


@chex.dataclass(frozen=True)
class Move:
    start: chex.Array


@chex.dataclass(frozen=True)
class Count:
    number: chex.Array


@chex.dataclass(frozen=True)
class Unknown:
    number: chex.Array


def unique(moves: list[Move], counts: list[Count], others: list[Unknown]) -> None:
    print(set(moves))  # E: jdc-compare
    print(set(counts), set(others))


unique([Move(start=jnp.ones(2))], [Count(number=np.float32(1.0))], [])
