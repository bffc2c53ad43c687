"""jdc-static-mutable: containers in objects of flax.nnx that methods change in place."""

from __future__ import annotations

from functools import partial

import jax
import jax.numpy as jnp
from flax import nnx


class Stats(nnx.Pytree):
    def __init__(self, dim: int) -> None:
        self.mean = jnp.ones(dim)
        self.options = {"momentum": 0.9}
        self.powers = [1, 2]
        self.history: list[float] = []
        self.cache: dict[str, float] = {}
        self.both = {"a": 1}
        self.version = 0
        self.marked = nnx.data({"a": jnp.ones(dim)})
        self.filled: list[int] = []
        self.fill()

    def fill(self) -> None:
        self.filled.append(1)

    def set_momentum(self, value: float) -> None:
        self.options["momentum"] = value  # E: jdc-static-mutable

    def add_power(self, power: int) -> None:
        self.powers.append(power)  # E: jdc-static-mutable
        self.history.append(float(power))
        self.cache["power"] = float(power)

    def update_both(self) -> None:
        self.both["a"] += 1
        self.version += 1

    def mark(self) -> None:
        self.marked["a"] = 2 * self.marked["a"]


@jax.jit
def normalize(stats: Stats) -> jax.Array:
    total = sum(stats.powers) + stats.both["a"] + len(stats.filled) + len(stats.cache)
    return stats.mean * stats.options["momentum"] * total + stats.marked["a"]


class Replaced(nnx.Pytree):
    def __init__(self, dim: int) -> None:
        self.mean = jnp.ones(dim)
        self.options = {"momentum": 0.9}

    def set_new(self, value: float) -> None:
        self.options = {"momentum": value}

    @partial(nnx.jit, donate_argnums=())
    def step(self) -> jax.Array:
        return self.mean * self.options["momentum"]


class Net(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.linear = nnx.Linear(2, 2, rngs=rngs)
        self.flags = {"train": True}
        self.log = {"calls": 0}

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.linear(x) if self.flags["train"] else x

    def freeze(self) -> None:
        self.flags.update(train=False)  # E: jdc-static-mutable
        self.log["calls"] += 1


@nnx.jit
def forward(net: Net, x: jax.Array) -> jax.Array:
    return net(x)


class Eager(nnx.Module):
    """No transformation meets its objects."""

    def __init__(self, rngs: nnx.Rngs) -> None:
        self.linear = nnx.Linear(2, 2, rngs=rngs)
        self.flags = {"train": True}

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.linear(x) if self.flags["train"] else x

    def freeze(self) -> None:
        self.flags["train"] = False
