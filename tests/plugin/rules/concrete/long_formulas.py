"""jdc-concrete: long formulas and long rows of steps, which take no longer to check for being long."""

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Pair:
    a: jax.Array
    b: jax.Array


def series(x: jax.Array, y: jax.Array) -> jax.Array:
    low = 1.0 + x * (0.5 + x * (0.25 + x * (0.125 + x * (0.0625 + x * (0.03 + x * (0.015 + x * (0.007 + x * y)))))))
    high = (((((((((((low + 1.0) + low) + x) + y) + 2.0) + low) + x) + y) + 3.0) + low) + x) + y
    last = ((((((((((((high + 1.0) + low) + x) + y) + 2.0) + low) + x) + y) + 3.0) + low) + x) + y) + 4.0
    return low + (
        ((((((((((((((last + 1.0) + x) + y) + 2.0) + low) + x) + y) + 3.0) + low) + x) + y) + x) + y) + x) + y
    )


def doubled(x: jax.Array, y: jax.Array) -> jax.Array:
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    x, y = x + y, x * y
    return x + y


def moved(pair):
    pair = Pair(pair.a + pair.b, pair.b - pair.a)
    pair = Pair(pair.a + pair.b, pair.b - pair.a)
    pair = Pair(pair.a + pair.b, pair.b - pair.a)
    pair = Pair(pair.a + pair.b, pair.b - pair.a)
    pair = Pair(pair.a + pair.b, pair.b - pair.a)
    pair = Pair(pair.a + pair.b, pair.b - pair.a)
    pair = Pair(pair.a + pair.b, pair.b - pair.a)
    pair = Pair(pair.a + pair.b, pair.b - pair.a)
    return pair


def added(pair):
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    pair = jax.tree.map(lambda p, q: p + q, pair, pair)
    return pair


@jax.jit
def decided(x: jax.Array, y: jax.Array) -> jax.Array:
    low = 1.0 + x * (0.5 + x * (0.25 + x * (0.125 + x * (0.0625 + x * (0.03 + x * (0.015 + x * (0.007 + x * y)))))))
    if low > 0:  # E: jdc-concrete
        return x
    return y


@jax.jit
def followed(pair: Pair) -> jax.Array:
    pair = Pair(pair.a + pair.b, pair.b - pair.a)
    pair = Pair(pair.a + pair.b, pair.b - pair.a)
    pair = Pair(pair.a + pair.b, pair.b - pair.a)
    pair = Pair(pair.a + pair.b, pair.b - pair.a)
    pair = Pair(pair.a + pair.b, pair.b - pair.a)
    return jnp.where(pair.a > 0, pair.a, pair.b)


@jax.jit
def asked(pair: Pair) -> jax.Array:
    pair = Pair(pair.a + pair.b, pair.b - pair.a)
    pair = Pair(pair.a + pair.b, pair.b - pair.a)
    if pair.a > 0:  # E: jdc-concrete
        return pair.a
    return pair.b


one = jnp.ones(())
start = Pair(one, jnp.ones(()))
print(series(one, one), doubled(one, one), moved(start), added(start), followed(start))
print(jax.jit(series)(one, one), jax.jit(moved)(start), jax.jit(added)(start))
