"""Static values that a loop changes from turn to turn: counts, numbers of turns, functions that functions make."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Callable
from typing import Self

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses as jdc

Loss = Callable[[jax.Array], jax.Array]


@flax.struct.dataclass
class Optimizer:
    w: jax.Array
    step: int = flax.struct.field(pytree_node=False, default=0)
    rate: float = flax.struct.field(pytree_node=False, default=0.1)

    def scaled(self) -> float:
        return self.rate / (1 + self.step)

    @jax.jit
    def stepped(self) -> Self:
        return self.replace(w=self.w * self.scaled())

    def host(self) -> int:
        return self.step


@jax.jit
def update(state: Optimizer) -> jax.Array:
    return state.w - state.scaled()


def eager(state: Optimizer) -> jax.Array:
    return state.w - state.scaled()


class Trainer:
    def __init__(self, state: Optimizer) -> None:
        self.state = state
        self.jitted = jax.jit(lambda state: state.w * state.rate)

    def train(self, rows: list[jax.Array]) -> None:
        for row in rows:
            w = update(self.state)
            self.state = self.state.replace(w=w + row, step=self.state.step + 1)  # E: jdc-retrace

    def train_below(self, rows: list[jax.Array]) -> None:
        for number, row in enumerate(rows):
            self.state = self.state.replace(w=row, step=number)  # E: jdc-retrace
            self.jitted(self.state)

    def train_eagerly(self, rows: list[jax.Array]) -> None:
        for number, row in enumerate(rows):
            w = eager(self.state)
            self.state = self.state.replace(w=w + row, step=self.state.step + 1)
            self.state = self.state.replace(step=number)


def numbered(state: Optimizer, other: Optimizer) -> Optimizer:
    for i in range(5):
        state = state.replace(step=i)  # E: jdc-retrace
        state = state.stepped()
    for i in itertools.count():
        state = Optimizer(w=update(state), step=i, rate=state.rate)  # E: jdc-retrace
        other = other.replace(step=i)
        other.host()
    return state


def counted(state: Optimizer) -> Optimizer:
    n = 0
    while n < 3:
        n += 1
        state = dataclasses.replace(state, w=update(state), step=n)  # E: jdc-retrace
    while state.step < 5:
        step = state.step + 1
        state = Optimizer(w=update(state), step=step)  # E: jdc-retrace
    return state


def levels(state: Optimizer) -> list[jax.Array]:
    """Each level is a program of its own."""
    found = []
    for level in range(3):
        at_level = state.replace(step=level)
        found.append(update(at_level))
    for size in (4, 8):
        state = state.replace(step=size)
        found.append(update(state))
    for i in range(3):
        state = state.replace(step=3)
        found.append(update(state) + i)
    return found


@jdc.pytree_dataclass
class Annealed:
    x: jax.Array
    beta: jdc.Static[float] = 1.0
    step: jdc.Static[int] = 0


@jax.jit
def annealed(state: Annealed) -> jax.Array:
    return state.x * state.beta


def anneal(state: Annealed) -> Annealed:
    for _ in range(3):
        with jdc.copy_and_mutate(state) as state:
            state.x = annealed(state)
            state.beta *= 0.9  # E: jdc-retrace
            state.step += 1  # E: jdc-retrace
    for _ in range(3):
        with jdc.copy_and_mutate(state) as new:
            new.x = state.x * 2
            new.beta = state.beta * 0.9  # E: jdc-retrace
        state = new
    with jdc.copy_and_mutate(state) as new:
        new.beta *= 0.9
        new.step += 1
    return new


class Fit(eqx.Module):
    x: jax.Array
    loss: Loss = eqx.field(static=True)


def made(target: float) -> Loss:
    def loss(x: jax.Array) -> jax.Array:
        return (x - target) ** 2

    return loss


def made_of_lambda(target: float) -> Loss:
    return lambda x: (x - target) ** 2


@functools.cache
def kept(target: float) -> Loss:
    return lambda x: (x - target) ** 2


def chosen(target: float) -> Loss:
    return jnp.tanh if target > 0 else jnp.sin


class Model:
    def loss(self, x: jax.Array) -> jax.Array:
        return x**2


@dataclasses.dataclass(frozen=True)
class Equal:
    scale: float = 1.0

    def loss(self, x: jax.Array) -> jax.Array:
        return x**2 * self.scale


def fits(x: jax.Array) -> None:
    before, model, equal = made(1.0), Model(), Equal()
    for _ in range(3):
        print(Fit(x, made(1.0)))  # E: jdc-retrace
        loss = made_of_lambda(2.0)
        print(Fit(x, loss))  # E: jdc-retrace
        print(Fit(x, Model().loss))  # E: jdc-retrace
        print(Fit(x, Equal().loss))  # E: jdc-retrace
        print(Fit(x, before), Fit(x, kept(1.0)), Fit(x, chosen(1.0)), Fit(x, model.loss), Fit(x, equal.loss))


def fits_of_each(x: jax.Array, targets: list[float]) -> list[Fit]:
    """Each turn has a function of its own."""
    found = []
    for target in targets:
        loss = made(target)
        found.append(Fit(x, loss))
        found.append(Fit(x, made(2 * target)))
    return [*found, *(Fit(x, made(target)) for target in targets)]


def each_once(states: list[Optimizer]) -> None:
    for state in states:
        state = state.replace(step=state.step + 1)
        update(state)


def begun_anew(w: jax.Array) -> None:
    for _ in range(3):
        state = Optimizer(w)
        state = state.replace(step=state.step + 1)
        update(state)


def set_back(state: Optimizer) -> None:
    for _ in range(3):
        state = state.replace(step=state.step + 1)
        state = state.replace(step=0)
        update(state)


def without_jit(state: Optimizer) -> None:
    with jax.disable_jit():
        for _ in range(3):
            state = state.replace(step=state.step + 1)
            update(state)


def raised_now_and_then(state: Optimizer) -> None:
    for i in range(100):
        if i % 50 == 0:
            state = state.replace(step=state.step + 1)
        update(state)
