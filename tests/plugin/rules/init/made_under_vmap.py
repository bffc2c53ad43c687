"""jdc-init: demands on the axes of objects that a mapped lambda or class makes: JAX rebuilds them with one more axis."""

import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses


@flax.struct.dataclass
class Outer:
    matrix: jax.Array

    def __post_init__(self) -> None:
        if self.matrix.ndim != 2:  # E: jdc-init
            raise ValueError("no matrix")


@jax_dataclasses.pytree_dataclass
class Row:
    values: jax.Array

    def __post_init__(self) -> None:
        (size,) = self.values.shape  # E: jdc-init
        assert size > 0


@flax.struct.dataclass
class Weighted:
    values: jax.Array
    weight: jax.Array

    def __post_init__(self) -> None:
        assert self.values.ndim == 1  # E: jdc-init


@flax.struct.dataclass
class Inside:
    matrix: jax.Array

    def __post_init__(self) -> None:
        if self.matrix.ndim != 2:
            raise ValueError("no matrix")

    def trace(self) -> jax.Array:
        return jnp.trace(self.matrix)


@flax.struct.dataclass
class Jitted:
    matrix: jax.Array

    def __post_init__(self) -> None:
        if self.matrix.ndim != 2:
            raise ValueError("no matrix")


def use(rows: jax.Array) -> list[jax.Array]:
    outer = jax.vmap(lambda row: Outer(jnp.outer(row, row)))(rows)
    row = jax.vmap(Row)(rows)
    weighted, total = jax.vmap(lambda row: (Weighted(row, row[0]), row.sum()))(rows)
    traces = jax.vmap(lambda row: Inside(jnp.outer(row, row)).trace())(rows)
    jitted = jax.jit(lambda rows: Jitted(rows))(rows)
    return [outer.matrix, row.values, weighted.values, total, traces, jitted.matrix]
