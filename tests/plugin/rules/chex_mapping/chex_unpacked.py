"""jdc-chex-mapping: objects that are unpacked or indexed."""

from __future__ import annotations

from collections.abc import Iterator

import chex  # type: ignore[import-untyped]
import jax
import jax.numpy as jnp


@chex.dataclass
class State:
    position: jax.Array
    velocity: jax.Array

    def advanced(self) -> State:
        position, velocity = self  # E: jdc-chex-mapping
        return self.replace(position=position + velocity)


@chex.dataclass
class Rows:
    first: jax.Array
    second: jax.Array

    def __iter__(self) -> Iterator[jax.Array]:  # E: jdc-name-clash
        return iter((self.first, self.second))


@chex.dataclass(mappable_dataclass=False)
class Plain:
    position: jax.Array


def made(states: list[State]) -> State:
    return states[0]


state = State(position=jnp.zeros(2), velocity=jnp.ones(2))
position, velocity = state  # E: jdc-chex-mapping
[first, *rest] = made([state])  # E: jdc-chex-mapping
(whole,) = [state]
position, velocity = state.to_tuple()
position, velocity = state.values()
names = list(state)
x, y = Plain(position=jnp.zeros(2)).to_tuple()[0]
state[0]  # E: jdc-chex-mapping
made([state])[-1]  # E: jdc-chex-mapping
state[:1]  # E: jdc-chex-mapping
state["position"][0]
state.to_tuple()[0]
[state][0]
