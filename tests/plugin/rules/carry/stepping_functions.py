"""Functions that copy an object with other fields, for loops in another module."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    x: jax.Array
    cache: jax.Array | None = None
    name: str = flax.struct.field(pytree_node=False, default="s")

    def cached(self, gradient: jax.Array) -> State:
        return self.replace(x=self.x - gradient, cache=gradient)

    def moved(self) -> State:
        return self.replace(x=self.x + 1)

    def maybe(self) -> State:
        if self.cache is None:
            return self
        return self.replace(cache=self.x)


@flax.struct.dataclass
class Outer:
    state: State
    count: jax.Array

    def filled(self) -> Outer:
        return self.replace(state=self.state.replace(cache=self.state.x), count=self.count + 1)

    def kept(self) -> Outer:
        return self.replace(state=self.state.replace(cache=self.state.cache))


def start(x: jax.Array) -> Outer:
    return Outer(state=State(x), count=jnp.zeros(()))


def start_filled(x: jax.Array) -> Outer:
    return Outer(State(x, cache=x), jnp.zeros(()))


def turn(outer: Outer, row: jax.Array) -> tuple[Outer, jax.Array]:
    outer = outer.filled()
    return outer, row


def turn_written_out(outer: Outer, row: jax.Array) -> tuple[Outer, jax.Array]:
    state = outer.state.replace(cache=row)
    return outer.replace(state=state), row


class Sub(State):
    def moved(self) -> State:
        return self.replace(cache=self.x)


@jax.tree_util.register_dataclass
@dataclass
class Plain:
    x: jax.Array
    cache: jax.Array | None = None


def fill(state: State) -> State:
    """Fill the cache."""
    doubled = jnp.sin(state.x)
    return state.replace(cache=doubled)


def fill_in_two(state: State) -> State:
    state = state.replace(x=state.x * 2)
    return state.replace(cache=state.x)


def numbered(i: jax.Array, state: State) -> State:
    return state.replace(cache=state.x + i)


def keep(state: State) -> State:
    return state.replace(x=state.x * 2)


def keep_what_it_is(state: State) -> State:
    return state.replace(cache=state.cache)


def forget(state: State) -> State:
    return state.replace(cache=None)


def choose(state: State, do: bool) -> State:
    return fill(state) if do else state


def swapped(state: State, other: State) -> State:
    return state.replace(cache=other.cache)


def plain(state: Plain) -> Plain:
    return dataclasses.replace(state, cache=state.x)


def twice(state: State) -> State:
    return state.replace(cache=state.x)


def twice(state: State) -> State:  # type: ignore[no-redef]  # noqa: F811
    return state.replace(x=state.x)


print(jax.lax.fori_loop(0, 3, lambda _, state: state.replace(cache=state.x), State(jnp.ones(3))))  # E: jdc-carry
