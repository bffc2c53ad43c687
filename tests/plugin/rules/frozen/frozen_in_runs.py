"""Fields of frozen objects that functions without annotations assign: only the run of the module has the objects."""

import contextlib
import dataclasses

import flax.struct
import jax
import jax.numpy as jnp
import pytest


@flax.struct.dataclass
class TrainState:
    step: int
    params: dict[str, jax.Array]

    def advanced(self, by):
        self.params["w"] = self.params["w"] * by  # a dict is one, whoever holds it
        return self


@dataclasses.dataclass
class Counter:
    step: int


def train_step(state, grads):
    state.step += 1  # E: jdc-frozen
    return state


def set_params(state, params):
    state.params = params  # E: jdc-frozen
    return state


def both(state, params):
    return set_params(state, params).step


def count(counter):
    counter.step += 1
    return counter


def reset(state):
    state.step = 0
    return state


def fill(obj, name, value):
    setattr(obj, name, value)


def stays(state):
    if state.step > 10:
        state.step = 0
    return state


def unknown(state):
    state.step = 0


def fails(state):
    state.step = 0


def tried(state):
    try:
        state.step = 0
    except dataclasses.FrozenInstanceError:
        return state.replace(step=0)
    return state


state = TrainState(0, {"w": jnp.ones(3)})
train_step(state, {})
both(state, {"w": jnp.zeros(3)})
count(Counter(0))
reset(Counter(3))
stays(state)
tried(state)
state.advanced(2)
with pytest.raises(dataclasses.FrozenInstanceError):
    fails(state)
with contextlib.suppress(AttributeError):
    unknown(state)
