"""jdc-concrete, jdc-data-leaf: cases of ``match`` that compare a tracer with ``==``, or ask whether it is a bool."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import partial
from typing import Any

import flax.struct
import jax
from jax.tree_util import register_dataclass


class Mode(enum.IntEnum):
    UP = 0
    DOWN = 1


@flax.struct.dataclass
class State:
    x: jax.Array
    mode: Mode
    steps: int
    is_done: bool
    kind: str = flax.struct.field(pytree_node=False, default="")
    limit: int | None = flax.struct.field(pytree_node=False, default=None)
    is_fast: bool = flax.struct.field(pytree_node=False, default=False)


@jax.jit
def one_of(state: State) -> jax.Array:
    match state.mode:  # E: jdc-concrete
        case (Mode.UP | Mode.DOWN) as mode:
            return state.x * mode
    return -state.x


@jax.jit
def after_what_no_tracer_is(state: State) -> jax.Array:
    match state.steps:  # E: jdc-concrete
        case None | "many":
            return state.x
        case str() | bool():
            return state.x
        case 3:
            return state.x
    return -state.x


@partial(jax.jit, static_argnames="rule")
def tuples(state: State, rule: str) -> jax.Array:
    match (state.mode, rule):  # E: jdc-concrete
        case (Mode.UP, "sum"):
            return state.x
    match (state.x, state.steps):  # E: jdc-concrete
        case (_, 0):
            return state.x
    match (rule, state.steps):
        case ("sum", 1):
            return state.x
    match (rule, state.steps):  # E: jdc-concrete
        case ("sum", _):
            return state.x
        case (_, 1):
            return 2 * state.x
    return -state.x


@jax.jit
def guarded(state: State) -> jax.Array:
    match state.kind:
        case "a":
            return state.x
        case _ if state.steps > 3:  # E: jdc-concrete
            return 2 * state.x
    match state.x:
        case _ if state.steps > 3:  # E: jdc-concrete
            return 2 * state.x
    return -state.x


@jax.jit
def asked_for_bool(state: State) -> jax.Array:
    match state.is_done:  # E: jdc-data-leaf
        case True:
            return state.x
    match state.is_done:  # E: jdc-data-leaf
        case False:
            return state.x
        case True:
            return state.x
    return -state.x


@partial(jax.jit, static_argnames=("steps", "is_done"))
def static(state: State, steps: int, is_done: bool, extra: Any = None) -> jax.Array:
    match steps:
        case 0:
            return state.x
    match is_done:
        case True:
            return state.x
    match state.is_fast:
        case True:
            return state.x
    match (state.kind, state.limit):
        case ("a", 1):
            return state.x
    match extra:
        case True:
            return state.x
        case None:
            return -state.x
    match state.x.ndim, state.x.shape:
        case 1, (3,):
            return -state.x
    return state.x


@jax.jit
def passed_on(state: State, rows: tuple[jax.Array, ...]) -> jax.Array:
    match state.steps:
        case jax.Array():
            return state.x
        case 0:
            return -state.x
    match state.x:
        case "none" | None | float():
            return -state.x
        case x:
            return x
    match rows:
        case (first, _) if len(rows) == 2:
            return first
        case [*_]:
            return state.x
    return -state.x


@register_dataclass
@dataclass
class Open:
    x: jax.Array
    flag: bool


@jax.jit
def of_written(given: Open) -> jax.Array:
    given.flag = True
    if given.flag is True:
        given.x = 2 * given.x
    match given.flag:
        case True:
            return given.x
    return -given.x


class Runner:
    def run(self, given: Open) -> jax.Array:
        return jax.jit(self.body)(given)

    def body(self, given: Open) -> jax.Array:
        if given.flag is True:  # E: jdc-data-leaf
            return given.x
        given.flag = True
        return given.x if given.flag is True else -given.x


def on_host(state: State) -> jax.Array:
    match (state.mode, state.steps):
        case (Mode.UP, 3):
            return state.x
    match state.is_done:
        case True:
            return state.x
    return -state.x
