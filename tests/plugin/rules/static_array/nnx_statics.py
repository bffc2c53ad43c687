"""jdc-static-array: data in attributes of flax.nnx that are marked static."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.dataclass
class Tagged(nnx.Pytree):
    x: jax.Array
    anchors: list[jax.Array] = nnx.static(default_factory=lambda: [jnp.ones(3)])  # E: jdc-static-array
    sizes: tuple[int, ...] = nnx.static(default_factory=lambda: (1, 2))
    rows: tuple[jax.Array, ...] = nnx.static(default_factory=tuple)


class Positional(nnx.Module):
    def __init__(self, dim: int, a: jax.Array, b: Any, act: Callable[[jax.Array], jax.Array], rngs: nnx.Rngs) -> None:
        self.table = nnx.static(jnp.linspace(0.0, 1.0, dim))  # E: jdc-static-array
        self.rows = nnx.static([jnp.ones(3)])  # E: jdc-static-array
        self.named = nnx.static({"a": [jnp.ones(3)]})  # E: jdc-static-array
        self.layer = nnx.static(nnx.Linear(dim, dim, rngs=rngs))  # E: jdc-static-array
        self.given = nnx.static(a)  # E: jdc-static-array
        self.any = nnx.static(b)
        self.dim = nnx.static(dim)
        self.shape = nnx.static(a.shape)
        self.names = nnx.static(["a"])
        self.act = nnx.static(act)
        self.data = nnx.data([jnp.ones(3)])


class Own(nnx.Pytree, pytree=False):
    def __init__(self, a: jax.Array) -> None:
        self.given = nnx.static(a)
