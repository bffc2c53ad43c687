"""Context managers that hand out objects, for `managed_elsewhere`."""

import contextlib
from collections.abc import Iterator
from contextlib import contextmanager

import flax.struct
import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@jdc.pytree_dataclass
class State:
    x: jax.Array
    count: int = 0


@flax.struct.dataclass
class Holder:
    state: State


@contextmanager
def session(state: State) -> Iterator[State]:
    print("begin")
    try:
        yield state
    finally:
        print("end")


@contextlib.contextmanager
def part_of(holder: Holder) -> Iterator[State]:
    yield holder.state


@contextmanager
def fresh() -> Iterator[State]:
    yield State(jnp.ones(3))


@contextmanager
def changing(state: State) -> Iterator[State]:
    with jdc.copy_and_mutate(state) as copy:
        yield copy


@contextmanager
def entered(state: State) -> Iterator[State]:
    stack = contextlib.ExitStack()
    yield stack.enter_context(jdc.copy_and_mutate(state))
    stack.close()


@contextmanager
def other(state: State) -> Iterator[State]:
    manager = jdc.copy_and_mutate(state)
    state = manager.__enter__()
    yield state


def set_outside(state: State) -> None:
    state.count = 2  # E: jdc-frozen
