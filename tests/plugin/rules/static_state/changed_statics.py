"""Static fields that change under a name of the function, switch back and forth, or become longer."""

from __future__ import annotations

import dataclasses
import enum

import flax.struct
import jax
import jax.numpy as jnp
from jax import lax


class Phase(enum.Enum):
    ONE = 1
    TWO = 2


@flax.struct.dataclass
class State:
    x: jax.Array
    step: int = flax.struct.field(pytree_node=False, default=0)
    size: int = flax.struct.field(pytree_node=False, default=0)
    mode: str = flax.struct.field(pytree_node=False, default="a")
    on: bool = flax.struct.field(pytree_node=False, default=True)
    phase: Phase = flax.struct.field(pytree_node=False, default=Phase.ONE)
    names: tuple[str, ...] = flax.struct.field(pytree_node=False, default=())


def spread(s: State, _: None) -> tuple[State, None]:
    return dataclasses.replace(s, names=(*s.names, "step")), None  # E: jdc-static-state


def spread_alone(s: State, _: None) -> tuple[State, None]:
    return dataclasses.replace(s, names=(*s.names,), x=s.x + 1), None


@jax.jit
def spread_once(s: State) -> State:
    return s.replace(names=(*s.names, "step"), x=s.x + 1)


def named(s: State, _: None) -> tuple[State, None]:
    n = s.step + 1
    return State(x=s.x + 1, step=n, mode=s.mode), None  # E: jdc-static-state


def unpacked(s: State, _: None) -> tuple[State, None]:
    x, step = s.x, s.step
    step += 1
    return State(x, step), None  # E: jdc-static-state


def old_named(s: State, _: None) -> tuple[State, None]:
    step = s.step
    return s.replace(x=s.x * 2, step=step + 1), None  # E: jdc-static-state


def switched(s: State, _: None) -> tuple[State, None]:
    return s.replace(x=s.x * 2, on=not s.on), None  # E: jdc-static-state


def other_mode(i: int, s: State) -> State:
    mode = "b" if s.mode == "a" else "a"
    return s.replace(x=s.x * 2, mode=mode)  # E: jdc-static-state


def other_phase(i: int, s: State) -> State:
    return s.replace(phase=Phase.ONE if s.phase is not Phase.ONE else Phase.TWO)  # E: jdc-static-state


def longer(i: int, s: State) -> State:
    return dataclasses.replace(s, mode=f"{s.mode}-{s.size:>2}")  # E: jdc-static-state


def kept(s: State, _: None) -> tuple[State, None]:
    step, size = s.step, s.size
    mode = "a" if s.mode == "a" else "b"
    once = "b" if s.mode == "a" else s.mode
    same = State(x=s.x + size, step=step, size=size, mode=f"{s.mode}", on=s.on)
    print(same, once, size + 1)
    return s.replace(x=s.x + step + 1, mode=mode), None


def of_others(s: State, _: None) -> tuple[State, None]:
    size = s.x.shape[0]
    on = size > 1
    return State(s.x, step=s.step, size=size, on=not on, mode=f"-{size}"), None


@jax.jit
def turned(s: State) -> State:
    mode = "b" if s.mode == "a" else "a"
    return s.replace(x=s.x + 1, on=not s.on, mode=mode)


@jax.jit
def counted(s: State) -> State:
    n = s.step + 1
    return State(x=s.x, step=n, mode=s.mode)  # E: jdc-static-state


def run(s: State) -> None:
    lax.scan(named, s, None, length=3)
    lax.scan(unpacked, s, None, length=3)
    lax.scan(old_named, s, None, length=3)
    lax.scan(switched, s, None, length=3)
    lax.fori_loop(0, 3, other_mode, s)
    lax.fori_loop(0, 3, other_phase, s)
    lax.fori_loop(0, 3, longer, s)
    lax.scan(spread, s, None, length=3)
    lax.scan(kept, s, None, length=3)
    lax.scan(of_others, s, None, length=3)
    turned(turned(s))
    counted(s)


def right() -> None:
    s = State(jnp.ones(2))
    lax.scan(spread_alone, s, None, length=3)
    spread_once(s)
    lax.scan(kept, s, None, length=3)
    lax.scan(of_others, State(jnp.ones(2), size=2, on=False, mode="-2"), None, length=3)
    turned(turned(s))


def of_another(s: State, template: State, steps: State) -> State:
    def body(i: int, c: State) -> State:
        return c.replace(on=not template.on)

    def scanned(c: State, each: State) -> tuple[State, None]:
        return c.replace(x=c.x + each.x, on=not each.on), None

    return lax.scan(scanned, lax.fori_loop(0, 3, body, s), steps)[0]


def caught_or_not_traced(s: State) -> State:
    def body(i: int, c: State) -> State:
        return c.replace(on=not c.on)

    with jax.disable_jit():
        lax.fori_loop(0, 3, body, s)
    try:
        return lax.fori_loop(0, 3, body, s)
    except TypeError:
        return s
