"""More places where Python needs a value, and where it does not."""

import enum
from functools import partial
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np


class Mode(enum.IntEnum):
    UP = 0
    DOWN = 1


@flax.struct.dataclass
class State:
    x: jax.Array
    mode: Mode
    sizes: tuple[int, int]
    rows: tuple[jax.Array, ...]
    kind: str = flax.struct.field(pytree_node=False, default="")


@jax.jit
def matched(state: State, n: int) -> jax.Array:
    match n:  # E: jdc-concrete
        case 0 | 1:
            return state.x
        case _:
            pass
    match state.mode:  # E: jdc-concrete
        case Mode.UP:
            return state.x
    if state.mode == Mode.DOWN:  # E: jdc-concrete
        return state.x
    match state.kind:
        case "a":
            return state.x
    match state.rows:
        case (only,):
            return only
    match n:
        case _:
            return -state.x


@jax.jit
def masked(x: jax.Array, y: jax.Array) -> jax.Array:
    z = x[x > 0].sum() + y[x.sum() > 0].sum()  # E: jdc-concrete, jdc-concrete
    x = x.at[x > 0].set(0.0)  # E: jdc-concrete
    return x + z + (y * 2)[y > 0]  # E: jdc-concrete


@jax.jit
def counted(x: jax.Array) -> jax.Array:
    one = jnp.unique(x)  # E: jdc-concrete
    two = jnp.nonzero(x)[0]  # E: jdc-concrete
    three = jnp.where(x > 0)[0]  # E: jdc-concrete
    four = jnp.nonzero(x, size=2)[0] + jnp.unique(x, size=2) + jnp.where(x > 0, x, 0)
    return one.sum() + two.sum() + three.sum() + four


@jax.jit
def converted(x: jax.Array, rate: float) -> Any:
    y = np.sin(x) + np.sqrt(2 * rate)  # E: jdc-concrete, jdc-concrete
    z = np.maximum(x.sum(), 0)  # E: jdc-concrete
    n = np.prod(x.shape) + np.sqrt(x.shape[0]) + np.asarray(x.shape).sum()
    return y + z + n + np.asarray(x)  # E: jdc-concrete


@jax.jit
def indexed(x: jax.Array, i: int, rows: list[jax.Array]) -> jax.Array:
    table = [1, 2, 3]
    named = {0: 1.0, 1: 2.0}
    first = x[i] + rows[0] + jnp.asarray(table)[i]
    second = table[i]  # E: jdc-concrete
    third = named[i]  # E: jdc-concrete
    return first + second + third + rows[x.shape[0]]


@flax.struct.dataclass
class Layers:
    rows: list[jax.Array]
    pair: tuple[jax.Array, jax.Array]
    stacked: jax.Array
    which: int
    names: tuple[str, ...] = flax.struct.field(pytree_node=False, default=())
    depth: int = flax.struct.field(pytree_node=False, default=0)

    @jax.jit
    def picked(self) -> jax.Array:
        kept = self.rows[self.depth] + self.pair[0] + self.stacked[self.which] + len(self.names[self.depth])
        for i in range(len(self.rows)):
            kept = kept + self.rows[i] + self.rows[-1]
        return kept + self.rows[self.which] + self.pair[self.which]  # E: jdc-concrete, jdc-concrete

    def on_the_host(self) -> jax.Array:
        return self.rows[self.which]


@jax.jit
def picks(layers: Layers, which: jax.Array) -> jax.Array:
    named = len(layers.names[layers.which])  # E: jdc-concrete
    return layers.rows[which] + layers.stacked[which] + named  # E: jdc-concrete


@jax.jit
def sized(x: jax.Array, shape: tuple[int, int], state: State) -> jax.Array:
    one = jnp.zeros(shape) + jnp.ones(state.sizes)  # E: jdc-concrete, jdc-concrete
    return one + jnp.zeros(x.shape) + jnp.zeros((len(shape), 2))


def body(carry: tuple[int, jax.Array], x: jax.Array) -> tuple[tuple[int, jax.Array], jax.Array]:
    count, total = carry
    if count > 2:  # E: jdc-concrete
        total = total + x
    return (count + 1, total), x


jax.lax.scan(body, (0, jnp.zeros(())), jnp.ones(3))


@jax.jit
def bound_later(x: jax.Array, n: int, m: int) -> jax.Array:
    while x > 1:  # E: jdc-concrete
        x = x / 2
    if n > 3:  # E: jdc-concrete
        n = 3
    m = x.shape[0]
    if m > 3 and n > 2:
        return x[:m]
    m = int(m)
    return x[:n]


@jax.jit
def made_concrete(pair: tuple[jax.Array, jax.Array], x: jax.Array) -> jax.Array:
    pair = (jnp.asarray(pair[0].shape[0]), pair[1])
    n, y = pair[1].shape[0], x
    if n > 3:
        return y
    x = x.shape[0]  # type: ignore[assignment]
    return y if x > 3 else -y  # type: ignore[operator]


@partial(jax.jit, static_argnames=("n", "table"))
def static(x: jax.Array, n: int, table: tuple[int, ...]) -> jax.Array:
    match n:
        case 0:
            return x
    return x + table[n] + np.sqrt(n) + jnp.zeros(table).sum()


def on_host(x: jax.Array, i: int) -> float:
    return float(np.sin(x)[i] + x[x > 0].sum() + [1, 2][i] + jnp.unique(x)[0])


@jax.jit
def caught(x: jax.Array) -> Any:
    try:
        return np.asarray(x)
    except jax.errors.TracerArrayConversionError:
        return x


@jax.jit
def beside_a_shape(x: jax.Array, n: int) -> jax.Array:
    same = jnp.zeros((2, *x.shape))
    return same.sum() + jnp.zeros((n, *x.shape))  # E: jdc-concrete
