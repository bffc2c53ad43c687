"""jdc-init: checks of a shape in ``__post_init__`` of objects whose leaves the module stacks."""

from __future__ import annotations

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class OfComprehension:
    x: jax.Array

    def __post_init__(self) -> None:
        if self.x.shape != (3,):  # E: jdc-init
            raise ValueError


@flax.struct.dataclass
class OfList:
    x: jax.Array

    def __post_init__(self) -> None:
        assert self.x.ndim == 1  # E: jdc-init


@flax.struct.dataclass
class OfPair:
    x: jax.Array

    def __post_init__(self) -> None:
        assert self.x.shape == (3,)  # E: jdc-init


@flax.struct.dataclass
class OfParameter:
    x: jax.Array

    def __post_init__(self) -> None:
        assert self.x.shape == (3,)  # E: jdc-init


@flax.struct.dataclass
class LastAxis:
    x: jax.Array

    def __post_init__(self) -> None:
        assert self.x.shape[-1] == 3


@flax.struct.dataclass
class Added:
    x: jax.Array

    def __post_init__(self) -> None:
        assert self.x.shape == (3,)


def stack(objects: list[OfParameter]) -> OfParameter:
    return jax.tree.map(lambda *xs: jnp.stack(xs), *objects)


def main() -> None:
    jax.tree.map(lambda *xs: jnp.stack(xs), *[OfComprehension(jnp.ones(3)) for _ in range(3)])
    objects = [OfList(jnp.ones(3)) for _ in range(3)]
    jax.tree.map(lambda *xs: jnp.stack(xs), *objects)
    a, b = OfPair(jnp.ones(3)), OfPair(jnp.zeros(3))
    jax.tree.map(lambda x, y: jnp.stack([x, y]), a, b)
    jax.tree.map(lambda *xs: jnp.stack(xs), *[LastAxis(jnp.ones((2, 3))) for _ in range(3)])
    jax.tree.map(lambda *xs: sum(xs), *[Added(jnp.ones(3)) for _ in range(3)])
