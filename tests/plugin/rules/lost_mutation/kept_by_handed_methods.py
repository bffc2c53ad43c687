"""Methods that are handed to jit for an object, which keep tracers in it."""

from __future__ import annotations

import jax
import jax.numpy as jnp


class Fitter:
    def __init__(self) -> None:
        self.weights = jnp.ones(3)
        self.errors: list[jax.Array] = []
        self.norm = jnp.zeros(())
        self.update = jax.jit(self._update)

    def _update(self, weights: jax.Array) -> jax.Array:
        self.errors.append(weights.sum())  # E: jdc-lost-mutation
        return weights * 0.9

    def _measure(self, weights: jax.Array) -> jax.Array:
        self.norm = jnp.linalg.norm(weights)  # E: jdc-lost-mutation
        return weights

    def fit(self, steps: int) -> jax.Array:
        for _ in range(steps):
            self.weights = self.update(self.weights)
        return jnp.stack(self.errors)

    def measured(self) -> jax.Array:
        measure = jax.jit(self._measure)
        self.weights = measure(self.weights)
        return self.norm * 2


class OtherFitter:
    def __init__(self) -> None:
        self.weights = jnp.ones(3)
        self.errors: list[jax.Array] = []
        self.sizes: list[int] = []
        self.update = jax.jit(self._update)

    def _update(self, weights: jax.Array) -> jax.Array:
        self.errors.append(weights.sum())
        self.sizes.append(weights.size)
        return weights * 0.9

    def fit(self) -> int:
        self.weights = self.update(self.weights)
        self.errors.clear()
        return sum(self.sizes)


class Probe:
    def __init__(self) -> None:
        self.seen: list[jax.Array] = []
        self.kept: list[jax.Array] = []
        self.last = jnp.zeros(())

    def look(self, x: jax.Array) -> jax.Array:
        self.seen.append(x.mean())
        return x

    def keep(self, x: jax.Array) -> jax.Array:
        self.kept.append(x.mean())  # E: jdc-lost-mutation
        return x

    def note(self, x: jax.Array) -> jax.Array:
        self.last = x.mean()
        return x


def of_objects() -> jax.Array:
    probe, other = Probe(), Probe()
    look = jax.jit(probe.look)
    look(jnp.ones(3))
    print(len(probe.seen))
    return sum(other.seen, jnp.zeros(()))


def of_an_object() -> jax.Array:
    probe = Probe()
    keep = jax.jit(probe.keep)
    keep(jnp.ones(3))
    return sum(probe.kept, jnp.zeros(()))


def also_without_jit() -> jax.Array:
    probe = Probe()
    note = jax.jit(probe.note)
    note(jnp.ones(3))
    probe.note(jnp.ones(3))
    return probe.last * 2
