"""Names that a script uses again for something else, which mypy reports under its own codes."""

# mypy: disable-error-code="assignment, attr-defined, misc, call-arg, arg-type, index, list-item, call-overload"

import dataclasses
import types
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np

import jdc_runtime as jdc


@jdc.pytree_dataclass
class State:
    x: jax.Array
    options: jdc.Static[tuple[int, ...]] = ()


@flax.struct.dataclass
class Params:
    w: jax.Array
    n: int = 0


class Trainer:
    def __init__(self, state: object) -> None:
        self.state = state
        self.x = 0

    def replace(self, **changes: object) -> None:
        self.__dict__.update(changes)


for each in [State(jnp.ones(3)), State(jnp.zeros(3))]:
    each.x = 1  # E: jdc-frozen
for each in [Trainer(1), Trainer(2)]:
    each.x = 4
    each.replace(x=3)
    setattr(each, "x", 3)
    del each.x

params = Params(jnp.ones(3))
params.n = 3  # E: jdc-frozen
params = Trainer(params)
params.n = 3
params.n += 1
assert params == params

text = State(jnp.ones(2))
text = "a-b"
text.replace("a", "b")


def host(state: State) -> object:
    state.x = 5  # E: jdc-frozen
    state = types.SimpleNamespace(**dataclasses.asdict(state))
    state.x = 5
    return state


def unpacked(state: State, other: State) -> int:
    state, extra = Trainer(state), 3
    state.x = extra
    [extra, other] = [extra, Trainer(other)]
    other.x = extra
    return extra


def compared(one: Params, other: Params) -> bool:
    one, other = (dataclasses.astuple(each) for each in (one, other))
    return one == other


def differentiated(params: Params) -> jax.Array:
    params = {"w": params.w}
    return jax.grad(lambda each: (each["w"] ** 2).sum())(params)


def in_inner_function(state: State) -> None:
    state = Trainer(state)

    def inner() -> None:
        state.x = 1

    inner()


def unknown(state: Any) -> Any:
    return state


def still_the_same(state: State, other: State, given: State) -> None:
    state = State(state.x)
    state.x = 1  # E: jdc-frozen
    other = unknown(other)
    other.x = 1  # E: jdc-frozen
    given = given.replace(y=state.x)
    given.x = 1  # E: jdc-frozen
    made = None
    if state.options:
        made = State(state.x)
        made.x = 1  # E: jdc-frozen
    if made is not None:
        made.x = 2  # E: jdc-frozen


def containers(states: list[State], named: dict[str, State]) -> None:
    states[0].x = 1  # E: jdc-frozen
    states = [Trainer(each) for each in states]
    states[0].x = 1
    for each in states:
        each.x = 1
    by_number = {-number: each for number, each in enumerate(states)}
    by_number[0].x = 1
    one = states[0]
    one.x = 1
    named["a"] = Trainer(1)
    named["a"].x = 1
    for _, value in named.items():
        value.x = 1


def rows(parts: list[jax.Array], named: dict[str, jax.Array]) -> None:
    parts[0][0] = 1  # E: jdc-frozen
    parts = [np.array(each) for each in parts]
    parts[0][0] = 1
    named = {name: np.array(each) for name, each in named.items()}
    named["a"][0] = 1
    for each in parts:
        each[0] = 1


class Runner:
    def __init__(self) -> None:
        self.state = State(jnp.ones(3))
        self.kept = State(jnp.ones(3))
        self.rows = [State(jnp.ones(3))]

    def to_host(self) -> None:
        self.state = Trainer(self.state)
        self.rows[0] = Trainer(self.rows[0])
        self.kept = State(self.kept.x)

    def later(self) -> None:
        self.state.x = 1
        self.rows[0].x = 1
        for row in self.rows:
            row.x = 1
        self.kept.x = 1  # E: jdc-frozen
