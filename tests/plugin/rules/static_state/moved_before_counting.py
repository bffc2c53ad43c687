"""Loops whose function gives its carry a new value of other fields first, and then counts a static field."""

import dataclasses

import jax
from jax.tree_util import register_dataclass


@register_dataclass
@dataclasses.dataclass(frozen=True)
class State:
    angle: jax.Array
    phase: int = dataclasses.field(default=0, metadata={"static": True})

    def moved(self, by):
        return dataclasses.replace(self, angle=self.angle + by)

    def reset(self):
        return dataclasses.replace(self, phase=-1)


def euler(s: State, dt) -> State:
    return dataclasses.replace(s, angle=s.angle + dt)


@jax.jit
def jitted(s: State, dt: float) -> State:
    angle = s.angle + dt
    return dataclasses.replace(s, angle=angle)


def back(s: State, dt) -> State:
    return dataclasses.replace(s, phase=s.phase - 1)


def in_function(s: State, n: int) -> State:
    def body(i, s):
        s = euler(s, 0.01)
        return dataclasses.replace(s, phase=s.phase + 1)  # E: jdc-static-state

    return jax.lax.fori_loop(0, n, body, s)


def in_jitted_function(state: State, n: int):
    def body(s, _):
        s = jitted(s, 0.01)
        return dataclasses.replace(s, phase=s.phase + 1), None  # E: jdc-static-state

    return jax.lax.scan(body, state, None, length=n)


def in_method(state: State, n: int):
    def body(s, _):
        s = s.moved(0.01)
        return dataclasses.replace(s, phase=s.phase + 1), None  # E: jdc-static-state

    return jax.lax.scan(body, state, None, length=n)


def under_another_name(state: State, n: int):
    def body(s, _):
        new = s.moved(0.01)
        return dataclasses.replace(new, phase=new.phase + 1), s.angle  # E: jdc-static-state

    return jax.lax.scan(body, state, None, length=n)


def in_a_map(state: State, n: int):
    def body(s, _):
        s = jax.tree.map(lambda a: a * 2, s)
        s = dataclasses.replace(s, angle=-s.angle)
        return dataclasses.replace(s, phase=s.phase + 1), s.angle  # E: jdc-static-state

    return jax.lax.scan(body, state, None, length=n)


def reset_before(state: State, n: int):
    def body(s, _):
        s = s.reset()
        return dataclasses.replace(s, phase=s.phase + 1), s.angle

    return jax.lax.scan(body, state, None, length=n)


def taken_back(state: State, n: int):
    def body(s, _):
        s = back(s, 1)
        return dataclasses.replace(s, phase=s.phase + 1), s.angle

    return jax.lax.scan(body, state, None, length=n)


def made_anew(state: State, n: int):
    def body(s, _):
        s = State(s.angle * 2)
        return dataclasses.replace(s, phase=s.phase + 0), s.angle

    return jax.lax.scan(body, state, None, length=n)


def made_under_another_name(state: State, n: int):
    def body(s, _):
        new = State(s.angle * 2, -1)
        return dataclasses.replace(new, phase=new.phase + 1), s.angle

    return jax.lax.scan(body, state, None, length=n)


def stacked_only(state: State, n: int):
    def body(s, _):
        out = s.moved(1.0)
        return s.moved(2.0), dataclasses.replace(out, phase=out.phase + 1)

    return jax.lax.scan(body, state, None, length=n)


def of_another(state: State, other: State, n: int):
    def body(s, _):
        s = other.moved(1.0)
        return dataclasses.replace(s, phase=s.phase + 1), None

    return jax.lax.scan(body, state, None, length=n)
