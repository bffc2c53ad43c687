"""jdc-init: fields that __post_init__ sets anew whenever an object is rebuilt."""

from __future__ import annotations

import dataclasses

import chex  # type: ignore[import-untyped]
import jax
import jax.numpy as jnp


@chex.dataclass
class Counting:
    x: jax.Array
    count: int = dataclasses.field(init=False)
    key: jax.Array = dataclasses.field(init=False)
    same: int = dataclasses.field(init=False)
    mean: jax.Array = dataclasses.field(init=False)
    size: int = dataclasses.field(init=False)
    total: int = 0

    def __post_init__(self) -> None:
        self.count = 0  # E: jdc-init
        self.key = jax.random.PRNGKey(0)  # E: jdc-init
        self.same = 0
        self.mean = self.x.mean()
        self.size = 0

    def step(self) -> jax.Array:
        self.count += 1
        self.total += 1
        self.key, key = jax.random.split(self.key)
        self.mean = self.mean + 1
        return jax.random.normal(key)

    def reset(self) -> None:
        self.same = 0
        self.count = 0


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Registered:
    x: jax.Array
    count: jax.Array = dataclasses.field(default_factory=lambda: jnp.zeros(()))

    def __post_init__(self) -> None:
        self.count = jnp.zeros(())  # E: jdc-init

    def step(self) -> None:
        self.count = self.count + 1


@chex.dataclass
class Guarded:
    x: jax.Array
    count: int | None = None

    def __post_init__(self) -> None:
        if self.count is None:
            self.count = 0

    def step(self) -> None:
        self.count += 1  # type: ignore[operator]


@chex.dataclass
class Eager:
    """No transformation meets its objects."""

    x: jax.Array
    count: int = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        self.count = 0

    def step(self) -> None:
        self.count += 1


@jax.jit
def advanced(counting: Counting, registered: Registered, guarded: Guarded) -> tuple[Counting, Registered, Guarded]:
    counting.step()
    registered.step()
    guarded.step()
    return counting, registered, guarded
