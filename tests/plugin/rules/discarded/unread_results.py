"""jdc-discarded: results that a variable takes and nothing reads, where the function goes on with the old object."""

import dataclasses
import time

import equinox as eqx
import jax
import jax.numpy as jnp
from flax import struct


@struct.dataclass
class State:
    step: jax.Array
    w: jax.Array

    def moved(self) -> "State":
        return self.replace(step=self.step + 1)


def pure(state: State) -> State:
    return state.replace(step=state.step + 1)


def replaced(state: State) -> State:
    new = state.replace(step=state.step + 1)  # E: jdc-discarded
    return state


def underscore(state: State) -> State:
    found = state.moved()  # E: jdc-discarded
    _ = state.moved()
    return state


def by_function(state: State) -> State:
    moved = pure(state)  # E: jdc-discarded
    return state


def at_items(state: State) -> State:
    w = state.w.at[0].set(0.0)  # E: jdc-discarded
    return state


def in_loop(w: jax.Array) -> jax.Array:
    for i in range(3):
        out = w.at[i].add(1.0)  # E: jdc-discarded
    return w


def by_dataclasses(state: State) -> State:
    other = dataclasses.replace(state, w=state.w * 2)  # E: jdc-discarded
    return state


def by_tree_at(model: eqx.nn.Linear) -> eqx.nn.Linear:
    new_model = eqx.tree_at(lambda m: m.weight, model, jnp.zeros((2, 2)))  # E: jdc-discarded
    return model


def by_trees(params: dict[str, jax.Array], updates: dict[str, jax.Array]) -> dict[str, jax.Array]:
    scaled = jax.tree.map(lambda p: p * 2, params)  # E: jdc-discarded
    updated = eqx.apply_updates(params, updates)  # E: jdc-discarded
    return params


class Agent:
    def __init__(self, state: State) -> None:
        self.state = state

    def act(self) -> State:
        new = self.state.replace(step=self.state.step + 1)  # E: jdc-discarded
        return self.state


def nested(state: State) -> State:
    new = state.replace(step=state.step + 1)

    def get() -> State:
        return new

    print(state)
    return get()


def local_names(state: State) -> dict[str, object]:
    new = state.moved()
    print(state)
    return locals()


def with_default(state: State) -> State:
    new = pure(state)
    f = lambda s=new: s
    print(state.step)
    return f()


def not_gone_on(state: State) -> None:
    _ = state.replace(step=state.step + 1)


def last(state: State) -> int:
    print(state)
    final = state.moved()
    return 3


def timed(state: State) -> float:
    t = time.perf_counter()
    new = state.moved()
    print(state)
    return time.perf_counter() - t


def tried(state: State) -> bool:
    try:
        bad = state.replace(nope=1)  # E: call-arg
    except TypeError:
        print(state)
        return False
    return True


def counted(state: State) -> State:
    global LAST
    LAST = state.moved()
    print(state)
    return state


LAST: State | None = None


def closure(state: State) -> State:
    seen = state

    def visit() -> None:
        nonlocal seen
        seen = state.moved()

    visit()
    print(state)
    return seen


def loop_after(state: State) -> jax.Array:
    for _ in range(3):
        out = state.moved()
        state = state.moved()
    return out.step


def f_string(state: State) -> str:
    new = state.w.at[0].set(1.0)
    print(state.w)
    return f"{new}"


def test_moved() -> None:
    state = State(jnp.zeros(()), jnp.ones(3))
    new = state.moved()
    assert state.step == 0


def rebound(state: State) -> State:
    new = state.moved()
    state = State(jnp.zeros(()), jnp.ones(3))
    return state


def keys(key: jax.Array) -> jax.Array:
    unused = jax.random.split(key)
    flat = key.ravel()
    y = jnp.sort(key)
    return key


def matched(state: State) -> int:
    match state.moved():
        case State() as new:
            pass
    print(state)
    return 1


def other_attribute(state: State) -> jax.Array:
    w = state.w.at[0].set(1.0)
    return state.step


def deleted(state: State) -> State:
    new = state.moved()
    del new
    return state


def walrus(state: State) -> State:
    if (new := state.moved()) is not None:
        print("x")
    return state


def by_with(state: State) -> State:
    with jax.named_scope("a"):
        new = state.moved()
    return new


class Holding:
    def __init__(self, state: State) -> None:
        self.state = state

    def go(self) -> None:
        self.state = self.state.moved()
        self.next = self.state.replace(step=self.state.step)


@jax.jit
def step(state: State, x: jax.Array) -> State:
    return state.replace(w=state.w - x)


def warm(state: State) -> State:
    for x in range(2):
        out = step(state, jnp.ones(3) * x)
    return jax.block_until_ready(state)


def compile_first(state: State) -> State:
    for x in range(2):
        _ = step(state, jnp.ones(3) * x)
    for x in range(2):
        state = step(state, jnp.ones(3) * x)
    return state


def shown(state: State) -> None:
    moved = state.moved()
    print("the old one:", state.step)
    again = state.replace(step=state.step + 1)
    assert (state.step == 0).all(), "replace makes a new one"
    w = state.w.at[0].set(1.0)
    print(f"{state.w=}")


def compared(state: State) -> bool:
    before = state.w
    moved = pure(state)
    return bool((state.w == before).all()) and bool(jnp.array_equal(state.step, 0))


def shown_and_given_back(state: State) -> State:
    moved = state.moved()  # E: jdc-discarded
    print(state.step)
    return state


def counted_in_memory(state: State) -> tuple[int, State]:
    extra = state.moved()
    return len(jax.live_arrays()), state


def shown_later(state: State) -> None:
    moved = state.moved()
    text = repr(state)
    print(text)
    for leaf in jax.tree.leaves(state):
        print(leaf)


def compared_later(state: State) -> bool:
    before = jax.device_get(state)
    moved = state.moved()
    same = jax.tree.all(jax.tree.map(jnp.array_equal, before, state))
    return same


def taken_and_given_back(state: State) -> jax.Array:
    moved = state.moved()  # E: jdc-discarded
    step = state.step
    print(step)
    return step
