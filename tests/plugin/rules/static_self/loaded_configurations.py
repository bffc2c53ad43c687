"""Methods that change an object before its first step, and those that change it between two."""

import json
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp


class Agent:
    def __init__(self) -> None:
        self.rate = 0.0
        self.depth = 1
        self.config: dict[str, Any] = {}

    def load(self, text: str) -> None:
        data = json.loads(text)
        self.rate = data["rate"]
        self.depth = data["depth"]
        self.config.update(data)

    @partial(jax.jit, static_argnums=0)
    def step(self, x: jax.Array) -> jax.Array:
        return x * self.rate * self.depth + len(self.config)


def run_loaded() -> jax.Array:
    agent = Agent()
    agent.load('{"rate": 0.5, "depth": 2}')
    x = jnp.ones(2)
    for _ in range(3):
        x = agent.step(x)
    return x


class Solver:
    def __init__(self) -> None:
        self.tolerance = 1e-3

    def configure(self, tolerance: float) -> "Solver":
        self.tolerance = tolerance
        return self

    @partial(jax.jit, static_argnums=(0,))
    def solve(self, x: jax.Array) -> jax.Array:
        return jnp.where(x < self.tolerance, 0.0, x)


def run_configured() -> jax.Array:
    return Solver().configure(1e-2).solve(jnp.ones(2))


class Restored:
    def __init__(self) -> None:
        self.scale = 1.0

    def restore(self, scale: float) -> None:
        self.scale = scale

    @partial(jax.jit, static_argnums=0)
    def apply(self, x: jax.Array) -> jax.Array:
        return self.scale * x


class Chosen:
    def __init__(self) -> None:
        self.scale = 1.0

    def choose(self, scale: float) -> None:
        self.scale = scale

    def begin(self) -> None:
        self.choose(2.0)

    @partial(jax.jit, static_argnums=0)
    def apply(self, x: jax.Array) -> jax.Array:
        return self.scale * x

    def train(self, x: jax.Array) -> jax.Array:
        self.begin()
        for _ in range(3):
            x = self.apply(x)
        return x


class Reloaded:
    def __init__(self) -> None:
        self.scale = 1.0

    def load(self, scale: float) -> None:
        self.scale = scale

    @partial(jax.jit, static_argnums=0)
    def apply(self, x: jax.Array) -> jax.Array:  # E: jdc-static-self
        return self.scale * x


def run_reloaded(scales: list[float]) -> list[jax.Array]:
    model = Reloaded()
    found = []
    for scale in scales:
        model.load(scale)
        found.append(model.apply(jnp.ones(2)))
    return found


class Adapted:
    def __init__(self) -> None:
        self.scale = 1.0

    def _update_scale(self) -> None:
        self.scale = self.scale * 2

    @partial(jax.jit, static_argnums=0)
    def apply(self, x: jax.Array) -> jax.Array:  # E: jdc-static-self
        return self.scale * x

    def train(self, x: jax.Array) -> jax.Array:
        y = self.run(x)
        self._update_scale()
        return y

    def run(self, x: jax.Array) -> jax.Array:
        return self.apply(x)
