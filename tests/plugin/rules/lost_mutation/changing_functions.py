"""Functions that change what they are given, for traced functions in another module."""

from __future__ import annotations

from dataclasses import dataclass, field

import jax
import jax.numpy as jnp

LOG: list[object] = []


@jax.tree_util.register_dataclass
@dataclass
class Meter:
    total: jax.Array
    count: jax.Array

    def add(self, x: jax.Array) -> None:
        self.total = self.total + x
        self.count += 1

    def twice(self, x: jax.Array) -> None:
        self.add(x)
        self.add(-x)

    def added(self, x: jax.Array) -> jax.Array:
        self.total = self.total + x
        return self.total

    def logged(self, x: jax.Array) -> None:
        self.total = self.total + x
        LOG.append(self.total)

    def fresh(self, x: jax.Array) -> Meter:
        new = Meter(self.total, self.count)
        new.add(x)
        return new


@jax.tree_util.register_dataclass
@dataclass
class History:
    rows: list[jax.Array]
    x: jax.Array
    label: str = field(metadata={"static": True}, default="")
    notes: list[str] = field(metadata={"static": True}, default_factory=list)  # E: jdc-static-type

    def record(self, v):
        self.rows.append(v)

    def note(self, text):
        self.notes.append(text)  # E: jdc-static-mutable

    def move(self, by):
        self.x = self.x + by
        return self

    def moved(self, by):
        self.x = self.x + by
        return self.x

    def keep_itself(self, v):
        LOG.append(self)
        self.rows.append(v)


def start(n):
    return History(rows=[], x=jnp.zeros(n))


def accumulate(meter: Meter, x: jax.Array) -> None:
    """Add a number."""
    scaled = jnp.sin(x)
    meter.total = meter.total + scaled


def counted(meter: Meter, x: jax.Array) -> None:
    meter.twice(x)


def replaced(meter: Meter, x: jax.Array) -> None:
    meter = Meter(x, meter.count)
    meter.total = x


def returned(meter: Meter, x: jax.Array) -> Meter:
    meter.total = x
    return meter


def later(meter: Meter, x: jax.Array) -> None:
    LOG.append(lambda: meter)
    meter.total = x


@jax.jit
def by_function_here(meter: Meter, x: jax.Array) -> jax.Array:
    accumulate(meter, x)  # E: jdc-lost-mutation
    return x
