"""Loops along the values of a dict of tracers, and the greatest of what a generator makes of tracers."""

from __future__ import annotations

import dataclasses
from typing import Self

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Member:
    score: jax.Array
    is_done: bool
    rank: int = flax.struct.field(pytree_node=False, default=0)


@flax.struct.dataclass
class Population:
    members: dict[str, Member]
    extra: dict[str, Member]

    def add(self) -> Self:
        self.extra["new"] = Member(jnp.zeros(()), False)
        for each in self.extra.values():
            if each.rank > 2:
                return self
        for each in self.extra.values():
            if each.is_done:  # may be one of those that the method has put there
                return self
        return self


@jax.jit
def finished(population: Population) -> int:
    return len([name for name, each in population.members.items() if each.is_done])  # E: jdc-concrete


@jax.jit
def first(population: Population) -> jax.Array:
    for each in population.extra.values():
        if each.is_done:  # E: jdc-concrete
            return each.score
    if population.extra["best"].rank > 2:
        return jnp.zeros(())
    return jnp.ones(()) if population.extra["best"].is_done else jnp.zeros(())  # E: jdc-concrete


@jax.jit
def changed(population: Population) -> bool:
    population.members["best"] = Member(jnp.zeros(()), False)
    return not population.members["best"].is_done


@jax.jit
def added(population: Population) -> Population:
    return population.add()


@jax.jit
def scores(members: dict[str, Member]) -> dict[str, float]:
    return {name: float(each.score) for name, each in members.items()}  # E: jdc-concrete


@jax.jit
def any_done(members: dict[str, Member]) -> jax.Array:
    for number, each in enumerate(members.values()):
        if each.is_done:  # E: jdc-concrete
            return jnp.asarray(number)
    for one, other in zip(members.values(), members.values(), strict=True):
        if one.score > other.score:  # E: jdc-concrete
            return one.score
    return jnp.zeros(())


@jax.jit
def total(members: dict[str, Member], weights: dict[str, jax.Array]) -> jax.Array:
    sizes = max(each.ndim for each in weights.values()) + max(each.rank for each in members.values())
    ranked = sorted(each.rank for each in members.values())
    for name, each in members.items():
        if name == "best" and each.rank > sizes + ranked[0]:
            return each.score
    return sum((jnp.where(each.is_done, each.score, 0.0) for each in members.values()), jnp.zeros(()))


@jax.jit
def made_anew(weights: dict[str, jax.Array]) -> jax.Array:
    weights = dict.fromkeys(weights, jnp.zeros(()))
    sizes = {name: each.size for name, each in weights.items()}
    for size in sizes.values():
        if size > 2:
            return weights["a"]
    return jnp.zeros(())


@jax.jit
def with_number(weights: dict[str, float]) -> float:
    weights["a"] = 1.0
    for each in weights.values():
        if each > 0:  # may be the number that the function has put there
            return each
    return 0.0


@jax.jit
def best(members: list[Member]) -> jax.Array:
    return max(each.score for each in members)  # E: jdc-concrete


@jax.jit
def ordered(members: list[Member]) -> list[jax.Array]:
    worst = min([each.score for each in members])  # E: jdc-concrete
    return [worst, *sorted(each.score for each in members)]  # E: jdc-concrete


def eager(members: dict[str, Member]) -> float:
    return max(float(each.score) for each in members.values() if not each.is_done)


def copies(members: dict[str, Member]) -> dict[str, Member]:
    return {name: dataclasses.replace(each, rank=1) for name, each in members.items() if each.rank}
