"""jdc-frozen below context managers of the program, of another module and of this one."""

from collections.abc import Iterator
from contextlib import contextmanager

import jax.numpy as jnp
import plain_managers as managers
from plain_managers import Holder, State, changing, entered, fresh, part_of, session

import jdc_runtime as jdc


@contextmanager
def here(state: State) -> Iterator[State]:
    yield state


def wrong(given: State) -> None:
    with session(given) as state:
        state.count = 3  # E: jdc-frozen
    with managers.part_of(Holder(given)) as part:
        part.count += 1  # E: jdc-frozen
    with fresh() as new, session(new) as same:
        same.x = jnp.zeros(3)  # E: jdc-frozen
    with here(given) as own:
        own.count = 4  # E: jdc-frozen


def right(given: State) -> State:
    with changing(given) as state:
        state.count = 3
    with entered(given) as inside:
        inside.count = 5
    with managers.other(given) as third:
        third.count = 6
    with jdc.copy_and_mutate(given) as copy:
        with session(copy) as same:
            same.count = 7
        with part_of(Holder(copy)) as part:
            part.count = 8
        with here(copy) as own:
            own.count = 9
    with session(given) as state:
        state = jdc.replace(state, count=state.count + 1)
    return copy


assert right(State(jnp.ones(3))).count == 9
