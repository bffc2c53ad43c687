"""jdc-static-array: plain containers of modules, variables and arrays in classes of flax.nnx."""

from __future__ import annotations

import itertools

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


class Stack(nnx.Module):
    blocks: list[nnx.Linear]

    def __init__(self, dim: int, depth: int, *, rngs: nnx.Rngs) -> None:
        self.layers = [nnx.Linear(dim, dim, rngs=rngs) for _ in range(depth)]  # E: jdc-static-array
        self.blocks = [nnx.Linear(dim, dim, rngs=rngs), nnx.Linear(dim, dim, rngs=rngs)]  # E: jdc-static-array
        self.heads = (nnx.Linear(dim, 1, rngs=rngs), nnx.Linear(dim, 1, rngs=rngs))  # E: jdc-static-array
        self.named = {"in": nnx.Linear(dim, dim, rngs=rngs)}  # E: jdc-static-array
        self.keyed = {str(i): nnx.Linear(dim, dim, rngs=rngs) for i in range(3)}  # E: jdc-static-array
        self.nested = {"in": [nnx.Param(jnp.ones(dim))]}  # E: jdc-static-array
        self.arrays = [jnp.ones(dim)]  # E: jdc-static-array
        self.norms = list(nnx.LayerNorm(dim, rngs=rngs) for _ in range(3))  # noqa: C400  # E: jdc-static-array
        self.same = [nnx.Linear(dim, dim, rngs=rngs)] * 3  # E: jdc-static-array
        self.more: list[nnx.Linear] = [nnx.Linear(dim, dim, rngs=rngs)]  # E: jdc-static-array


class Grown(nnx.Pytree):
    def __init__(self, dims: list[int], *, rngs: nnx.Rngs) -> None:
        layers = []
        for one, other in itertools.pairwise(dims):
            layers.append(nnx.Linear(one, other, rngs=rngs))
        self.layers = layers  # E: jdc-static-array
        self.later: list[nnx.Linear] = []
        self.later.append(nnx.Linear(3, 3, rngs=rngs))  # E: jdc-static-array
        self.by_name: dict[str, nnx.Linear] = {}
        self.by_name["a"] = nnx.Linear(3, 3, rngs=rngs)  # E: jdc-static-array

    def reset(self, rngs: nnx.Rngs) -> None:
        self.again = [nnx.Linear(3, 3, rngs=rngs)]  # E: jdc-static-array


class Right(nnx.Module):
    annotated: nnx.Data[list[nnx.Linear]]
    called: list[nnx.Linear] = nnx.data()

    def __init__(self, dim: int, *, rngs: nnx.Rngs) -> None:
        self.annotated = [nnx.Linear(dim, dim, rngs=rngs)]
        self.called = [nnx.Linear(dim, dim, rngs=rngs)]
        self.layers = nnx.List([nnx.Linear(dim, dim, rngs=rngs) for _ in range(3)])
        self.named = nnx.Dict(a=nnx.Linear(dim, dim, rngs=rngs))
        self.data = nnx.data([nnx.Linear(dim, dim, rngs=rngs)])
        self.changed = nnx.data([nnx.Linear(dim, dim, rngs=rngs)])
        self.changed = [nnx.Linear(dim, dim, rngs=rngs)]
        self.empty: list[int] = []
        self.sizes = [dim, dim]
        self.functions = [nnx.relu, jnp.tanh]
        self.scalars = [np.prod([dim, dim]), np.sqrt(dim)]
        self.classes = [nnx.Linear, nnx.Conv]
        self.options = {"rate": 0.1, "name": "a"}
        self.one = nnx.Linear(dim, dim, rngs=rngs)
        self.array = jnp.ones(dim)
        kept = []
        kept.append(nnx.Linear(dim, dim, rngs=rngs))
        self.kept = nnx.List(kept)
        self.counts = []
        self.counts.append(dim)
        self.sequence = nnx.Sequential(*[nnx.Linear(dim, dim, rngs=rngs) for _ in range(3)])


class Below(Right):
    def __init__(self, dim: int, *, rngs: nnx.Rngs) -> None:
        super().__init__(dim, rngs=rngs)
        self.data = [nnx.Linear(dim, dim, rngs=rngs)]


class NoPytree(nnx.Module, pytree=False):
    def __init__(self, dim: int, *, rngs: nnx.Rngs) -> None:
        self.layers = [nnx.Linear(dim, dim, rngs=rngs)]


class NoModule:
    def __init__(self, dim: int, *, rngs: nnx.Rngs) -> None:
        self.layers = [nnx.Linear(dim, dim, rngs=rngs)]
        self.arrays: list[jax.Array] = [jnp.ones(dim)]


class Bridge(nnx.Module):
    def __init_subclass__(cls) -> None:
        super().__init_subclass__(pytree=False)


class OverBridge(Bridge):
    def __init__(self, dim: int, *, rngs: nnx.Rngs) -> None:
        self.layers = [nnx.Linear(dim, dim, rngs=rngs)]
