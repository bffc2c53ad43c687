"""jdc-discarded for functions of another module that compute a new object."""

import time
from collections.abc import Callable

import computing_functions as steps
import jax
import jax.numpy as jnp
from computing_functions import State, descended, halved, moved, seen, start, ticked, told

ROWS = jnp.ones(3)


def lost() -> State:
    state = start()
    ticked(state)  # E: jdc-discarded
    steps.stepped(state, ROWS)  # E: jdc-discarded
    for _ in range(3):
        descended(state, ROWS)  # E: jdc-discarded
    if state.time > 3:
        halved(state)  # E: jdc-discarded
    return state


def of_parameter(state: State) -> jax.Array:
    steps.ticked(state)  # E: jdc-discarded
    return state.x


def right() -> State:
    state = start()
    state = ticked(state)
    for _ in range(3):
        state = steps.stepped(state, ROWS)
    moved(state)  # a class below writes another method
    told(state)
    seen(state)
    steps.told_inside(state)
    steps.kept(state)
    steps.checked(state)
    steps.called_back(state)
    steps.same(state)
    _ = halved(state)
    return descended(state, ROWS)


def only_run(state: State) -> None:
    ticked(state)


def timed(state: State) -> float:
    begin = time.time()
    descended(state, ROWS)
    print(state.x)
    return time.time() - begin


def tried(state: State) -> State:
    try:
        ticked(state)
        print("fine")
    except ValueError:
        print("no")
    return state


def given(state: State, ticked: Callable[[State], object]) -> State:
    ticked(state)
    return state


def replaced(state: State) -> State:
    kept: list[State] = []

    def halved(each: State) -> State:
        kept.append(each)
        return each

    halved(state)
    return kept[0]


lost()
of_parameter(start())
right()
only_run(start())
timed(start())
tried(start())
given(start(), print)
replaced(start())
