"""jdc-transform-input for objects with numbers that jax.vmap maps over and jax.lax.scan goes along."""

import dataclasses

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@flax.struct.dataclass
class Batch:
    x: jax.Array
    n: int
    tag: str = flax.struct.field(pytree_node=False, default="")
    rate: float = flax.struct.field(pytree_node=False, default=1.0)


@register_dataclass
@dataclasses.dataclass
class Open:
    x: jax.Array
    n: int


def use(batch: Batch) -> jax.Array:
    return batch.x


def both(batch: Batch, y: jax.Array) -> jax.Array:
    return batch.x + y


def rows(opened: Open) -> jax.Array:
    return opened.x


x = jnp.ones((8, 3))
jax.vmap(use)(Batch(x, 3))  # E: jdc-transform-input
jax.vmap(use)(Batch(x, n=jnp.array(3)))  # type: ignore[arg-type]  # E: jdc-transform-input
jax.vmap(lambda batch: batch.x)(Batch(x, 3))  # E: jdc-transform-input
jax.vmap(both, in_axes=(0, None))(Batch(x, 3), x[0])  # E: jdc-transform-input
jax.lax.scan(lambda carry, batch: (carry, batch.x), 0.0, Batch(x, 3))  # E: jdc-transform-input
batch = Batch(x, 3)
jax.vmap(use)(batch)  # E: jdc-transform-input

jax.vmap(use)(Batch(x, jnp.arange(8)))  # type: ignore[arg-type]
jax.vmap(use)(Batch(x, jnp.arange(8), "a", 3.0))  # type: ignore[arg-type]
jax.vmap(both, in_axes=(None, 0))(Batch(x[0], 3), x)
jax.vmap(use, in_axes=(Batch(0, None),))(Batch(x, 3))  # type: ignore[arg-type]
jax.vmap(use, in_axes=(dataclasses.replace(batch, x=0, n=None),))(batch)  # type: ignore[arg-type]
opened = Open(x, 3)
opened.n = jnp.arange(8)  # type: ignore[assignment]
jax.vmap(rows)(opened)
jax.jit(use)(Batch(x, 3))
jax.lax.scan(lambda carry, _: (carry, None), Batch(x, 3), None, length=2)


def as_it_is(x):
    return x


eqx.filter_vmap(as_it_is, out_axes=None, axis_size=5)(1)
eqx.filter_vmap(as_it_is, in_axes=0)(1)  # E: jdc-transform-input


def made_elsewhere() -> Batch:
    return Batch(jnp.ones((8, 3)), 3)


def by_function() -> None:
    jax.vmap(lambda b: b.x)(made_elsewhere())  # E: jdc-transform-input
    batch = made_elsewhere()
    jax.vmap(lambda b: b.x)(batch)  # E: jdc-transform-input


def read_only() -> jax.Array:
    rows_of = Open(x, 3)
    jax.vmap(rows, in_axes=(Open(0, None),))(rows_of)  # type: ignore[arg-type]
    total = rows_of.x.sum() + rows_of.n
    return total + jax.vmap(rows)(rows_of)  # E: jdc-transform-input


def written_in_a_tuple(count: int) -> jax.Array:
    rows_of = Open(x, 3)
    rows_of.n, total = jnp.arange(8), count  # type: ignore[assignment]
    return total + jax.vmap(rows)(rows_of)


def filled(opened: Open) -> None:
    opened.n = jnp.arange(8)  # type: ignore[assignment]


def written_elsewhere() -> jax.Array:
    rows_of = Open(x, 3)
    filled(rows_of)
    return jax.vmap(rows)(rows_of)
