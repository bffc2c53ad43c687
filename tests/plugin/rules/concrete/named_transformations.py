"""Transformations under a name that the program gives them."""

import functools
from functools import partial

import flax.struct
import jax
import jax.numpy as jnp
from jax import jit

compiled = jax.jit
also_compiled = jit
with_size = partial(jax.jit, static_argnames=("size",))
first_static = functools.partial(jax.jit, static_argnums=0)
gradient = jax.grad
map_tree = jax.tree.map
scan = jax.lax.scan
unrolled_scan = partial(jax.lax.scan, unroll=4)
COUNT = 3
counted = partial(jax.jit, static_argnums=COUNT)
if COUNT > 2:
    twice = jax.jit
else:
    twice = partial(jax.jit, inline=True)


@flax.struct.dataclass
class Layer:
    weight: jax.Array
    name: str = "layer"


@flax.struct.dataclass
class Config:
    size: int = flax.struct.field(pytree_node=False)
    rate: jax.Array = flax.struct.field(default_factory=lambda: jnp.ones(()))


@compiled
def halved(x: jax.Array) -> jax.Array:
    if x > 0:  # E: jdc-concrete
        return x / 2
    return x


@also_compiled
def shown(x: jax.Array) -> float:
    return float(x)  # E: jdc-concrete


@with_size
def padded(x: jax.Array, size: int) -> jax.Array:
    if size > 3:
        return x
    return jnp.zeros(size) + int(x)  # E: jdc-concrete


@first_static
def repeated(count: int, x: jax.Array) -> jax.Array:
    assert x.sum() > 0  # E: jdc-concrete
    return x * len(range(count))


@counted
def of_unknown_statics(a: int, b: int, c: int, d: int) -> int:
    return range(d)[0]


@twice
def of_two_meanings(x: jax.Array) -> jax.Array:
    return x if x else -x


def body(total: jax.Array, x: jax.Array) -> tuple[jax.Array, None]:
    if x > 0:  # E: jdc-concrete
        total = total + x
    return total, None


scan(body, jnp.zeros(()), jnp.ones(3))


def body_of_unrolled(total: jax.Array, x: jax.Array) -> tuple[jax.Array, None]:
    return total + x, None


unrolled_scan(body_of_unrolled, jnp.zeros(()), jnp.ones(3))


def loss(layer: Layer, x: jax.Array) -> jax.Array:
    return (layer.weight * x).sum()


layer = Layer(jnp.ones(3))
gradient(loss)(layer, jnp.ones(3))  # E: jdc-data-leaf
compiled(loss)(layer, jnp.ones(3))  # E: jdc-data-leaf
compiled(loss, donate_argnums=1)(layer, jnp.ones(3))  # E: jdc-data-leaf
loss_of_size = with_size(loss)  # E: jdc-data-leaf, jdc-marker
loss_of_size(layer, jnp.ones(3))
map_tree(jnp.cos, layer)  # E: jdc-discarded


@compiled
def config_size(config: Config) -> jax.Array:
    return jnp.zeros(config.size) + config.rate


config_size(Config(3))
