"""jdc-chex-mapping: objects that are unpacked or indexed."""

from __future__ import annotations

import functools
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


def rolled_out(steps: int) -> State:
    """Return a tuple, whatever is declared."""
    return State(position=jnp.zeros(2), velocity=jnp.ones(2)), steps  # type: ignore[return-value]


@jax.jit
def jitted() -> State:
    return State(position=jnp.zeros(2), velocity=jnp.ones(2)), jnp.zeros(1)  # type: ignore[return-value]


class Runner:
    def run(self) -> State:
        if self is None:
            return State(position=jnp.zeros(2), velocity=jnp.ones(2))
        return State(position=jnp.zeros(2), velocity=jnp.ones(2)), 1  # type: ignore[return-value]

    def run_alone(self) -> State:
        def inner() -> tuple[int, int]:
            return 1, 2

        return State(position=jnp.zeros(inner()[0]), velocity=jnp.ones(1))


stats, *_ = rolled_out(3)
both = rolled_out(3)
stats, steps = both
both[0].position
stats, _ = jitted()
stats, count = Runner().run()
stats, count = Runner().run_alone()  # E: jdc-chex-mapping


def alone(steps: int) -> State:
    return State(position=jnp.zeros(2) * steps, velocity=jnp.ones(2))


batched = jax.vmap(rolled_out)
stats, steps = batched(jnp.arange(3))
stats, steps = jax.vmap(rolled_out, in_axes=0)(jnp.arange(3))
stats, steps = jax.jit(jax.vmap(rolled_out))(jnp.arange(3))
stats, steps = functools.partial(rolled_out, 3)()
stats, steps = jax.vmap(alone)(jnp.arange(3))  # E: jdc-chex-mapping


def chosen(pred: jax.Array, start: State) -> None:
    first, count = jax.lax.cond(pred, lambda _: rolled_out(3), lambda _: rolled_out(4), start)
    first, count = jax.lax.cond(pred, lambda: Runner().run(), lambda: rolled_out(4))
    first, count = jax.lax.cond(pred, lambda _: alone(3), lambda _: alone(4), start)  # E: jdc-chex-mapping
    print(first, count)
