"""jdc-static-state: methods that make the next carry of a loop."""

from typing import Any

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    x: jax.Array
    step: int = flax.struct.field(pytree_node=False, default=0)
    name: str = flax.struct.field(pytree_node=False, default="a")

    def scanned(self) -> "State":
        return self.replace(x=self.x + 1, step=self.step + 1)  # E: jdc-static-state

    def looped(self) -> "State":
        return self.replace(x=self.x + 1, step=self.step + 1)  # E: jdc-static-state

    def in_a_method(self) -> "State":
        return self.replace(step=self.step + 1)  # E: jdc-static-state

    def given(self) -> "State":
        return self.replace(step=self.step + 1)  # E: jdc-static-state

    def on_the_host(self) -> "State":
        return self.replace(x=self.x + 1, step=self.step + 1)

    def inside(self) -> "State":
        return self.replace(x=self.x + 1, step=self.step + 1)

    def overridden(self) -> "State":
        return self.replace(x=self.x + 1, step=self.step + 1)

    def of_unknown(self) -> "State":
        return self.replace(x=self.x + 1, step=self.step + 1)


@flax.struct.dataclass
class Quiet(State):
    def overridden(self) -> State:
        return self


def body(state: Any, _: None) -> tuple[Any, jax.Array]:
    state = state.scanned()
    return state, state.x


def read_alone(state: Any, _: None) -> tuple[Any, int]:
    return state, state.inside().step


def run(unknown: Any) -> None:
    start = State(jnp.zeros(2))
    jax.lax.scan(body, start, None, length=2)
    jax.lax.scan(read_alone, start, None, length=2)
    jax.lax.fori_loop(0, 3, lambda i, state: state.looped(), State(jnp.zeros(2)))
    jax.lax.fori_loop(0, 3, lambda i, state: state.overridden(), Quiet(jnp.zeros(2)))
    jax.lax.fori_loop(0, 3, lambda i, state: state.of_unknown(), unknown)
    jax.lax.while_loop(lambda state: state.x[0] < 3, State.given, State(jnp.zeros(2)))
    assert start.on_the_host().step == 1


@jax.jit
def renamed(state: State) -> State:
    return state.replace(x=state.x * 2, name=state.name + "_doubled")


@jax.jit
def counted(state: State) -> State:
    return state.replace(x=state.x * 2, step=state.step + 1)  # E: jdc-static-state


@flax.struct.dataclass
class Grid:
    x: jax.Array
    updates: int = flax.struct.field(pytree_node=False, default=0)

    def advanced(self) -> "Grid":
        return self.replace(x=self.x * 2, updates=self.updates + 1)  # E: jdc-static-state

    def of_unknown(self) -> "Grid":
        return self.replace(x=self.x * 2, updates=self.updates + 1)


def integrate(grid: Grid, unknown: Any) -> Grid:
    jax.lax.fori_loop(0, 10, lambda i, each: each.of_unknown(), unknown)
    return jax.lax.fori_loop(0, 10, lambda i, each: each.advanced(), grid)


class Runner:
    def body(self, state: State, _: None) -> tuple[State, None]:
        state = state.in_a_method()
        return state, None

    def kept(self, state: State, _: None) -> tuple[State, int]:
        return state, state.inside().step

    def run(self, state: State) -> State:
        jax.lax.scan(self.kept, state, None, length=2)
        return jax.lax.scan(self.body, state, None, length=3)[0]


@flax.struct.dataclass
class Environment:
    x: jax.Array
    time: int = flax.struct.field(pytree_node=False, default=0)

    def step(self, action: jax.Array) -> "tuple[Environment, jax.Array]":
        new = self.replace(x=self.x + action, time=self.time + 1)  # E: jdc-static-state
        return new, new.x.sum()

    def stepped(self, action: jax.Array) -> "tuple[Environment, jax.Array]":
        return self.replace(x=self.x + action, time=self.time + 1), self.x  # E: jdc-static-state

    def seen(self, action: jax.Array) -> "tuple[Environment, Environment]":
        return self, self.replace(x=self.x + action, time=self.time + 1)

    def whole(self) -> "tuple[Environment, jax.Array]":
        return self.replace(x=self.x, time=self.time + 1), self.x


def roll_out(state: Environment, actions: jax.Array) -> None:
    jax.lax.scan(lambda state, action: state.step(action), state, actions)
    jax.lax.scan(lambda state, action: state.stepped(action), state, actions)
    jax.lax.scan(lambda state, action: state.seen(action), state, actions)
    jax.lax.scan(lambda state, action: (state, state.whole()), state, actions)


@flax.struct.dataclass
class Clock:
    x: jax.Array
    ticks: int = flax.struct.field(pytree_node=False, default=0)

    def moved(self) -> "Clock":
        return self.replace(x=self.x + 1)

    def ticked(self) -> "Clock":
        return self.replace(ticks=self.ticks + 1)  # E: jdc-static-state

    def ticked_once(self) -> "Clock":
        return self.replace(ticks=self.ticks + 1)


def bound_twice(clock: Clock) -> Clock:
    clock, _ = jax.lax.scan(lambda c, _: (c.moved(), None), clock, None, length=3)
    clock, _ = jax.lax.scan(lambda c, _: (c.ticked(), None), clock, None, length=3)
    return clock.ticked_once()


class Simulator:
    def advanced(self, clock: Clock, dt: jax.Array) -> Clock:
        return clock.replace(x=clock.x + dt, ticks=clock.ticks + 1)  # E: jdc-static-state

    def kept(self, clock: Clock, dt: jax.Array) -> Clock:
        return clock.replace(x=clock.x + dt, ticks=clock.ticks + 1)

    def overridden(self, clock: Clock, dt: jax.Array) -> Clock:
        return clock.replace(x=clock.x + dt, ticks=clock.ticks + 1)

    def run(self, clock: Clock, steps: jax.Array) -> Any:
        self.kept(clock, steps[0])  # E: jdc-discarded
        return jax.lax.scan(lambda c, dt: (self.advanced(c, dt), None), clock, steps)

    def run_overridden(self, clock: Clock, steps: jax.Array) -> Any:
        return jax.lax.scan(lambda c, dt: (self.overridden(c, dt), None), clock, steps)


class Still(Simulator):
    def overridden(self, clock: Clock, dt: jax.Array) -> Clock:
        return clock
