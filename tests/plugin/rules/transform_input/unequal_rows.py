"""jdc-transform-input for objects whose arrays have different numbers of rows."""

import dataclasses

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@flax.struct.dataclass
class Batch:
    x: jax.Array
    y: jax.Array
    tags: tuple[str, ...] = flax.struct.field(pytree_node=False, default=())


@register_dataclass
@dataclasses.dataclass
class Open:
    x: jax.Array
    y: jax.Array


class Net(eqx.Module):
    w: jax.Array
    b: jax.Array

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.w @ x + self.b


def total(batch: Batch) -> jax.Array:
    return batch.x.sum() + batch.y.sum()


def scaled(batch: Batch, by: jax.Array) -> jax.Array:
    return total(batch) * by


x, y = jnp.ones((8, 3)), jnp.ones((8,))
short = Batch(x, y[:7])
jax.vmap(total)(Batch(x, y[:7]))  # E: jdc-transform-input
jax.vmap(total)(short)  # E: jdc-transform-input
jax.vmap(scaled, in_axes=(0, None))(short, y[0])  # E: jdc-transform-input
jax.vmap(total, in_axes=1)(Batch(x, jnp.ones((8, 4))))  # E: jdc-transform-input
jax.lax.scan(lambda carry, batch: (carry, total(batch)), 0.0, short)  # E: jdc-transform-input
jax.jit(jax.vmap(total))(short)  # E: jdc-transform-input
opened = Open(x, y[:7])
jax.lax.map(lambda opened: opened.x, opened)  # E: jdc-transform-input

jax.vmap(total)(Batch(x, y))
jax.vmap(scaled, in_axes=(None, 0))(short, y)
jax.vmap(total, in_axes=(Batch(0, None),))(Batch(x, y[:7]))
jax.vmap(lambda net, x: net(x), in_axes=(None, 0))(Net(jnp.ones((2, 3)), jnp.ones(2)), x)
jax.lax.scan(lambda batch, _: (batch, None), short, None, length=2)
jax.jit(total)(short)
changed = Open(x, y[:7])
changed.y = y
jax.vmap(lambda each: each.x)(changed)
jax.vmap(total, in_axes=-1)(Batch(x, x[0]))
