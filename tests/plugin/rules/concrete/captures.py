"""jdc-concrete: what the patterns of a ``match`` bind of a tracer, and their guards."""

from typing import Any

import flax.struct
import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@jdc.pytree_dataclass
class State:
    x: jax.Array
    y: jax.Array
    name: jdc.Static[str] = "a"


@jdc.pytree_dataclass
class Ball(State):
    z: jax.Array = jdc.field(default_factory=lambda: jnp.ones(()))


@flax.struct.dataclass
class Outer:
    inner: State
    other: State | None = None


@jax.jit
def by_keyword(s: State) -> jax.Array:
    match s:
        case State(x=x):
            if x > 0:  # E: jdc-concrete
                return x
            return -x


@jax.jit
def by_position(s: State) -> jax.Array:
    match s:
        case State(x, y):
            if y > 0:  # E: jdc-concrete
                return x
            return -x


@jax.jit
def guarded(s: State) -> jax.Array:
    match s:
        case State(x=x) if x > 0:  # E: jdc-concrete
            return x
        case State(x=x):
            return -x


@jax.jit
def after_static_fields(s: State) -> jax.Array:
    match s:
        case State(name="a", x=x):
            return x
        case State(name=name, x=x) if name == "b":
            return -x
        case State() as t:
            while t.x > 0:  # E: jdc-concrete
                pass
            return -t.x
    return s.y


@jax.jit
def nested(o: Outer) -> jax.Array:
    match o:
        case Outer(inner=State(x=v)):
            return v if v > 0 else -v  # E: jdc-concrete


@jax.jit
def of_a_union(s: State | Ball) -> jax.Array:
    match s:
        case Ball(z=z):
            assert z > 0  # E: jdc-concrete
            return z
        case State(x=x):
            return x


@jax.jit
def of_anything(s: Any) -> jax.Array:
    match s:
        case State(x=x, name=name):
            if name:
                return x
            if x.sum() > 0:  # E: jdc-concrete
                return x
            return x
    return jnp.zeros(())


@jax.jit
def of_a_tuple(pair: tuple[jax.Array, State]) -> jax.Array:
    match pair:
        case (x, State(y=y)):
            if y > 0:  # E: jdc-concrete
                return x
            return x


@jax.jit
def of_a_written_tuple(x: jax.Array, s: State) -> jax.Array:
    match (x, s):
        case (u, State(y=y)) if u > 0:  # E: jdc-concrete
            return y
        case _:
            return x


def not_jitted(s: State) -> jax.Array:
    match s:
        case State(x=x) if x > 0:
            return x
        case State(x=x):
            return -x


@jax.jit
def bound_again(s: State, sizes: tuple[int, int]) -> jax.Array:
    match s:
        case State(x=x):
            x = jnp.ones(3).shape[0]  # E: assignment
            if x > 0:
                return s.x
    match sizes:
        case (3, y):
            return s.x
        case _:
            return s.y


@jax.jit
def not_there(s: State | None, t: Outer) -> jax.Array:
    match s, t.other:
        case State(x=x), None:
            return x
        case None, _:
            return t.inner.x
        case State(name=name), _ if name:
            return t.inner.y
    return t.inner.x


@jax.jit
def of_another_class(s: State) -> jax.Array:
    match s:
        case Outer(inner=inner) if inner:
            return inner.x
        case int(n) if n > 0:
            return s.x
    return s.x
