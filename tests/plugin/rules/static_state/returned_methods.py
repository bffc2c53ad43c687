"""Methods that count in a static field, which a jitted function returns."""

from __future__ import annotations

import dataclasses
from typing import Any

import equinox as eqx
import flax.struct
import jax
import optax  # type: ignore[import-untyped]


@flax.struct.dataclass
class State:
    x: jax.Array
    opt: Any
    tx: optax.GradientTransformation = flax.struct.field(pytree_node=False)
    n: int = flax.struct.field(pytree_node=False, default=0)

    def apply(self, g: jax.Array) -> State:
        updates, opt = self.tx.update(g, self.opt, self.x)
        return self.replace(x=optax.apply_updates(self.x, updates), opt=opt)

    def halved(self) -> State:
        return self.replace(x=self.x[::2])

    def counted(self) -> State:
        return self.replace(n=self.n + 1)  # E: jdc-static-state

    def in_lambda(self) -> State:
        return self.replace(n=self.n + 1)

    def on_host(self) -> State:
        return self.replace(n=self.n + 1)

    def reset_later(self) -> State:
        return self.replace(n=self.n + 1)

    def kept_inside(self) -> State:
        return self.replace(n=self.n + 1)

    def shorter(self) -> State:
        return self.replace(n=self.n + 1, x=self.x[1:])

    def turned(self) -> State:
        return self.replace(n=1 - self.n)

    def after_sum(self) -> State:
        return self.replace(n=self.n + 1)

    def after_halves(self) -> State:
        return self.replace(n=self.n + 1)

    def of_new(self) -> State:
        return self.replace(n=self.n + 1)

    def mapped(self) -> State:
        return self.replace(n=self.n + 1)


@jax.jit
def step(state: State, g: jax.Array) -> tuple[State, jax.Array]:
    state = state.apply(g)
    return state.counted(), g


stepped = jax.jit(lambda state: state.in_lambda())


@jax.jit
def reset(state: State) -> State:
    later = state.reset_later()
    return later.replace(n=0)


@jax.jit
def inside(state: State) -> jax.Array:
    later = state.kept_inside()
    return later.x * later.n


@jax.jit
def shortened(state: State) -> State:
    return state.shorter()


@jax.jit
def turn(state: State) -> State:
    return state.turned()


@jax.jit
def summed(state: State) -> State:
    state = state.replace(x=state.x.sum(0))
    return state.after_sum()


@jax.jit
def halves(state: State) -> State:
    state = state.halved()
    return state.after_halves()


@jax.jit
def new(x: jax.Array, tx: optax.GradientTransformation) -> State:
    state = State(x, None, tx)
    return state.of_new()


def over_batch(states: State) -> State:
    return jax.vmap(lambda state: state.mapped())(states)


def run(state: State) -> State:
    for _ in range(3):
        state = state.on_host()
    return stepped(state)


class Scaler(eqx.Module):
    w: jax.Array
    count: int = eqx.field(static=True, default=0)

    def counted(self) -> Scaler:
        return dataclasses.replace(self, count=self.count + 1)  # E: jdc-static-state


@eqx.filter_jit
def filtered(scaler: Scaler) -> Scaler:
    return scaler.counted()


@flax.struct.dataclass
class Fitted:
    mean: jax.Array
    total: Any = flax.struct.field(pytree_node=False, default=None)

    @classmethod
    def of(cls, x: jax.Array) -> Fitted:
        return cls(x.mean(0), x.sum())  # E: jdc-static-state

    @classmethod
    def of_size(cls, x: jax.Array) -> Fitted:
        return cls(x.mean(0), x.shape[0])

    @classmethod
    def on_host(cls, x: jax.Array) -> Fitted:
        return cls(x.mean(0), float(x.sum()))


fitted = jax.jit(Fitted.of)
sized = jax.jit(Fitted.of_size)
