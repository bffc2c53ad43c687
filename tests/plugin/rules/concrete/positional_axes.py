"""jdc-concrete: axes and sizes by position, sizes of results, and flags."""

import enum

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np


class Mode(enum.IntFlag):
    FAST = 1
    SAFE = 2


@flax.struct.dataclass
class Grid:
    x: jax.Array
    n: int
    mode: Mode
    axis: int = flax.struct.field(pytree_node=False, default=0)


@jax.jit
def axes(g: Grid) -> list[object]:
    return [
        jnp.sum(g.x, g.n),  # E: jdc-concrete
        jnp.argmax(g.x, g.n),  # E: jdc-concrete
        jnp.sort(g.x, g.n),  # E: jdc-concrete
        jnp.flip(g.x, g.n),  # E: jdc-concrete
        jnp.expand_dims(g.x, g.n),  # E: jdc-concrete
        jnp.concatenate([g.x, g.x], g.n),  # E: jdc-concrete
        jnp.stack([g.x, g.x], g.n),  # E: jdc-concrete
        g.x.sum(g.n),  # E: jdc-concrete
        g.x.mean(g.n),  # E: jdc-concrete
        g.x.cumsum(g.n),  # E: jdc-concrete
        g.x.squeeze(g.n),  # E: jdc-concrete
        jnp.sum(g.x, g.axis),
        jnp.concatenate([g.x, g.x], g.axis),
        g.x.mean(g.axis),
        jnp.max(g.x, initial=g.n),
        jnp.roll(g.x, g.n),
        jnp.take(g.x, g.n),
    ]


@jax.jit
def sizes(g: Grid) -> list[object]:
    return [
        g.x.repeat(g.n),  # E: jdc-concrete
        jnp.diag(g.x, g.n),  # E: jdc-concrete
        jnp.vander(g.x, g.n),  # E: jdc-concrete
        jnp.linalg.matrix_power(jnp.eye(2), g.n),  # E: jdc-concrete
        jnp.polyfit(g.x, g.x, g.n),  # E: jdc-concrete
        jnp.bincount(g.x.astype(int), length=g.n),  # E: jdc-concrete
        jnp.nonzero(g.x, size=g.n),  # E: jdc-concrete
        jnp.unique(g.x, size=g.n),  # E: jdc-concrete
        np.arange(g.n),  # E: jdc-concrete
        g.x.repeat(g.axis),
        g.x.repeat(g.n, total_repeat_length=4),
        jnp.diag(g.x, g.axis),
        jnp.nonzero(g.x, size=3),
        jnp.nonzero(g.x, size=3, fill_value=g.n),
        np.arange(g.axis),
    ]


@jax.jit
def flags(g: Grid) -> jax.Array:
    if g.mode & Mode.FAST:  # E: jdc-concrete
        return g.x
    return g.x * g.mode
