"""Attributes that are not fields, set by ``setattr`` outside of methods."""

import dataclasses
import sys
from typing import Any

import chex  # type: ignore[import-untyped]
import jax
import jax.numpy as jnp

if sys.platform == "of nobody":

    class NeverReached:
        pass


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Run:
    position: jax.Array
    count = 0

    def __post_init__(self) -> None:
        self.made = 3

    def merge(self, other: "Run") -> None:
        setattr(other, "merged", True)  # E: jdc-undeclared
        setattr(self, "own", True)  # E: jdc-undeclared


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Below(Run):
    label: int = 0


@dataclasses.dataclass
class Plain:
    position: jax.Array


@chex.dataclass
class Stats:
    mean: chex.Array


class Free:
    x: int = 0


def annotate(run: Run, stats: Stats, plain: Plain, free: Free, any_name: str, thing: Any) -> None:
    setattr(run, "seed", 3)  # E: jdc-undeclared
    setattr(stats, "tag", "a run")  # E: jdc-undeclared
    setattr(run, "position", run.position)
    setattr(run, "count", 3)
    setattr(run, "made", 3)
    setattr(run, "label", 3)
    setattr(run, any_name, 3)
    setattr(plain, "seed_of_plain", 3)
    setattr(free, "seed_of_free", 3)
    setattr(thing, "seed_of_thing", 3)
    setattr(Run, "version", 3)


def probed(run: Run) -> Any:
    setattr(run, "probed", 3)
    if hasattr(run, "narrowed"):
        setattr(run, "narrowed", 3)
    return getattr(run, "probed")


def made() -> Run:
    run = Run(jnp.ones(2))
    setattr(run, "later", 3)  # E: jdc-undeclared
    return jax.tree.map(jnp.sin, run)
