"""Functions and classes that a script writes again: mypy reports the second, and means the first by the name."""

# mypy: disable-error-code="no-redef, assignment, attr-defined, call-arg, arg-type, misc"

import functools

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    x: jax.Array
    step: int


def body(carry: State, x: jax.Array) -> tuple[State, jax.Array]:
    return (carry, x) if carry.step > 3 else (carry, -x)


body(State(jnp.zeros(2), 0), jnp.ones(2))


def body(carry: State, x: jax.Array) -> tuple[State, jax.Array]:
    return carry.replace(x=carry.x + x), x


jax.lax.scan(body, State(jnp.zeros(2), 0), jnp.ones((3, 2)))


def first(x: jax.Array, n: int) -> jax.Array:
    return x[:n] if n > 1 else x


first = functools.partial(first, n=2)
jax.jit(first)(jnp.ones(3))
jax.vmap(first)(jnp.ones((2, 3)))


def second(x: jax.Array, n: int) -> jax.Array:
    return x if n > 1 else -x  # E: jdc-concrete


second = jax.vmap(second)
second = jax.jit(second)


def outer(x: jax.Array) -> jax.Array:
    def one(carry: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
        return (carry, x) if x.sum() > 0 else (x, carry)

    carry, _ = one(x[0], x[1])

    def one(carry: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
        return carry + x, x

    return jax.lax.scan(one, carry, x)[0]


def two(carry: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    return (carry, x) if x.sum() > 0 else (x, carry)  # E: jdc-concrete


jax.lax.scan(two, jnp.zeros(2), jnp.ones((3, 2)))


@flax.struct.dataclass
class Options:
    rate: float
    name: str


assert Options(0.1, "a").name == "a"


@flax.struct.dataclass
class Options:
    rate: jax.Array
    scale: jax.Array


options = Options(jnp.ones(3), jnp.ones(3))
jax.jit(lambda each: each.rate * each.scale)(options)
jax.jit(lambda each: each.rate * each.scale)(Options(jnp.ones(3), jnp.ones(3)))


@flax.struct.dataclass
class Once:
    rate: float
    name: str


once = Once(0.1, "a")
jax.jit(lambda each: each.rate)(once)  # E: jdc-data-leaf
