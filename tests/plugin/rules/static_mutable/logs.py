"""Logs in static fields that no jitted function reads, and lists that one reads."""

from __future__ import annotations

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@flax.struct.dataclass
class State:
    x: jax.Array
    history: list[float] = flax.struct.field(pytree_node=False, default_factory=list)  # E: jdc-static-type
    train_log: list[str] = flax.struct.field(pytree_node=False, default_factory=list)  # E: jdc-static-type
    logits: list[float] = flax.struct.field(pytree_node=False, default_factory=list)  # E: jdc-static-type

    def log(self, value: float) -> State:
        self.history.append(value)
        self.train_log.append(f"x is {value}")
        return self

    def with_logit(self, value: float) -> State:
        self.logits.append(value)
        return self

    def with_logits(self, values: list[float]) -> State:
        self.logits.extend(values)  # E: jdc-static-mutable
        return self

    def widen(self) -> None:
        self.logits.append(1.0)  # E: jdc-static-mutable

    @property
    def best(self) -> float:
        return min(self.history)


@jax.jit
def step(state: State) -> State:
    return state.replace(x=state.x + sum(state.logits))


state = State(jnp.ones(2))
for _ in range(3):
    state = step(state).log(float(state.x[0]))
    state.with_logits([1.0])
assert len(state.history) == 3 and state.best == 1.0


@register_dataclass
@dataclasses.dataclass
class Run:
    x: jax.Array
    names: list[str] = dataclasses.field(  # E: jdc-static-type
        default_factory=list, metadata={"static": True}
    )


@jax.jit
def halved(run: Run) -> jax.Array:
    return run.x / 2


@jax.jit
def counted(run: Run) -> jax.Array:
    return run.x * len(run.names)


run = Run(jnp.ones(2))
for _ in range(3):
    x = halved(run)
    run.names.append("halved")
    run.x = x
other = Run(jnp.ones(2))
for _ in range(3):
    counted(other)
    other.names.append("counted")  # E: jdc-static-mutable
