"""Tracers that functions, methods and properties return, sizes of more functions, and rows of arrays."""

from functools import partial
from typing import Any, TypeVar

import flax.struct
import jax
import jax.numpy as jnp
from jax import lax


@flax.struct.dataclass
class State:
    x: jax.Array
    n: int
    done: bool
    size: int = flax.struct.field(pytree_node=False, default=3)

    @property
    def halted(self) -> bool:
        return self.done

    @property
    def is_large(self) -> bool:
        return self.size > 3 or self.x.ndim > 2

    def is_over(self, limit: float) -> jax.Array:
        return self.x.sum() > limit

    def is_wide(self) -> bool:
        if self.x.ndim > 1:
            return True
        return self.done

    @jax.jit
    def step(self) -> jax.Array:
        if self.halted:  # E: jdc-concrete
            return self.x
        if self.is_large or self.is_wide():
            return self.x * 2
        return -self.x if self.is_over(3.0) else self.x  # E: jdc-concrete


def far(state: State, k: int = 3) -> jax.Array:
    return state.x[0] > k


def is_traced(x: Any) -> bool:
    return isinstance(x, jax.core.Tracer)


def positive(x: jax.Array) -> jax.Array:
    return x > 0


def helper(state: State) -> jax.Array:
    if state.done:  # E: jdc-concrete
        return state.x
    return -state.x


def unannotated(s):  # type: ignore[no-untyped-def]
    return s.x if s.done else -s.x  # E: jdc-concrete


@jax.jit
def calls(state: State, x: jax.Array) -> jax.Array:
    if far(state):  # E: jdc-concrete
        return helper(state) + unannotated(state)
    if is_traced(x):
        return x
    return x


class Env:
    limit: float = 3.0

    def is_terminal(self, state: State) -> jax.Array:
        return state.x.sum() > self.limit

    def in_eval(self) -> bool:
        return self.limit > 2

    @partial(jax.jit, static_argnames="self")
    def step(self, state: State) -> jax.Array:
        if self.in_eval():
            return state.x
        if self.is_terminal(state):  # E: jdc-concrete
            return state.x
        return self.helped(state)

    def helped(self, state: State) -> jax.Array:
        return state.x if state.done else -state.x  # E: jdc-concrete


@jax.jit
def sizes(s: State, x: jax.Array, key: jax.Array, k: int) -> Any:
    shape = (s.n, 3)  # E: jdc-concrete
    jnp.ones(shape)
    jnp.pad(x, (0, k))  # E: jdc-concrete
    jnp.pad(x, ((0, k), (0, 0)))  # E: jdc-concrete
    jnp.repeat(x, k)  # E: jdc-concrete, jdc-discarded
    lax.top_k(x, k)  # E: jdc-concrete
    lax.dynamic_slice(x, (k,), (k,))  # E: jdc-concrete
    keys = jax.random.split(key, s.n)  # E: jdc-concrete
    jax.random.bernoulli(key, 0.5, (s.n,))  # E: jdc-concrete
    jnp.sum(x, axis=s.n)  # E: jdc-concrete
    x.sum(axis=s.n)  # E: jdc-concrete
    jax.nn.softmax(x, axis=k)  # E: jdc-concrete
    return keys, lax.scan(lambda c, _: (c * 2, None), x, None, length=s.n)  # E: jdc-concrete


@jax.jit
def fine_sizes(s: State, x: jax.Array, key: jax.Array, k: int, axis, shape=None) -> Any:  # type: ignore[no-untyped-def]
    jnp.repeat(x, k, total_repeat_length=4)  # E: jdc-discarded
    lax.dynamic_slice(x, (k,), (3,))
    jnp.roll(x, k)  # E: jdc-discarded
    jnp.sum(x, axis=axis)
    jax.random.bernoulli(key, 0.5, shape)
    keys = jax.random.split(key, s.size)
    jnp.pad(x, (0, s.size), constant_values=k)
    return keys, lax.fori_loop(0, k, lambda i, c: c, x)


@jax.jit
def rows(x: jax.Array, xs: list[jax.Array], y: jax.Array, names: list[str]) -> Any:
    for row in x:
        if row.sum() > 0:  # E: jdc-concrete
            return x
    for i, each in enumerate(xs):
        if each.sum() > i:  # E: jdc-concrete
            return x
    for i in range(3):
        if i > 1:
            return x
    if any(v > 0 for v in x):  # E: jdc-concrete
        return y
    return names


@jax.jit
def fine_rows(x: jax.Array, xs: list[jax.Array], y: jax.Array) -> Any:
    for row in xs:
        if row.ndim > 1:
            return y
    if all(v.ndim > 0 for v in xs):
        return y
    return [a > b for a, b in zip(x, y, strict=True)]


@jax.jit
def compared(x: jax.Array) -> Any:
    return sorted([x, x * 2]), 0 < x[0] < 1  # E: jdc-concrete, jdc-concrete


T = TypeVar("T", bound=State)


@jax.jit
def bounded(s: T) -> T:
    return s if s.done else s.replace(n=3)  # E: jdc-concrete


@jax.jit
def asked(x: jax.Array) -> Any:
    if not is_traced(x) and positive(x):
        return x
    return -x


@jax.jit
def asked_of_type(x: jax.Array) -> Any:
    if isinstance(x, jax.core.Tracer):
        return x
    return x if positive(x) else -x
