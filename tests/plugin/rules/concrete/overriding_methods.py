"""jdc-concrete for methods that a jitted method of a base calls, which another module holds or this one."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import jitted_bases
import numpy as np
from jitted_bases import Environment, Layer, Sampler, Shape, State, Timed

import jdc_runtime as jdc


class Walk(Environment):
    def step_env(self, key: jax.Array, state: State, action: jax.Array, params: Any) -> Any:
        if action > 0:  # E: jdc-concrete
            return state
        if state.time > 3:  # E: jdc-concrete
            return state
        return state.x[: int(key[0])]  # E: jdc-concrete

    def seen(self, *, state: State) -> Any:
        return float(state.time)  # E: jdc-concrete

    def moved(self, state: State, size: int) -> State:
        if state.x.sum() > size:  # E: jdc-concrete
            return state
        return state


class Limited(jitted_bases.Environment):
    def __init__(self, wrap: bool, size: int) -> None:
        self.wrap = wrap
        self.size = size

    def step_env(self, key: jax.Array, state: State, action: jax.Array, params: Any) -> Any:
        if self.wrap and self.size > 3:
            return state
        if params > 3:
            return state
        if action is None or action.ndim > 1 or isinstance(action, int):
            return state
        for _ in range(state.rows):
            state = state.replace(x=state.x + self.size)
        return state.x[: self.size] * math.sqrt(self.size)

    def observe(self, stepped: Any, key: jax.Array) -> Any:
        return stepped if key is not None else self.size

    def seen(self, *, state: State) -> Any:
        return state.x.reshape(state.rows, -1)

    def moved(self, state: State, size: int) -> State:
        return state.replace(x=state.x[:size]) if size > 3 else state

    def shown(self, state: State) -> Any:
        return f"{float(state.time):.2f}" if state.time > 3 else "now"


class Eager(Environment):
    def step(self, key: jax.Array, state: State, action: jax.Array, params: Any = None) -> Any:
        return self.step_env(key, state, action, params)

    def step_env(self, key: jax.Array, state: State, action: jax.Array, params: Any) -> Any:
        if action > 0:
            return state
        return float(state.time)


class Wide(Environment):
    def seen(self, *, state: State) -> Any:
        return int(state.time)


class Wider(Wide):
    def seen(self, *, state: State) -> Any:
        return state.time


class Chain(Sampler):
    def one(self, x: jax.Array, key: jax.Array) -> Any:
        if x.sum() > 0:  # E: jdc-concrete
            return x, key
        return x, jnp.zeros(int(key[0]))  # E: jdc-concrete

    def energy(self, x: jax.Array) -> jax.Array:
        return x.sum() if x.max() > 0 else x.min()  # E: jdc-concrete

    def before(self, x: jax.Array, keys: jax.Array) -> jax.Array:
        assert keys.max() > 0  # E: jdc-concrete
        return x

    def after(self, x: jax.Array) -> jax.Array:
        return x if x.min() > 0 else -x  # E: jdc-concrete

    def one_loss(self, x: jax.Array) -> jax.Array:
        return x if x > 0 else -x  # E: jdc-concrete

    def whole_loss(self, x: jax.Array, n: int) -> jax.Array:
        assert x.min() > 0  # E: jdc-concrete
        return x.sum() if n > 3 else x.max()

    def rarely(self, x: jax.Array) -> jax.Array:
        return x if x.min() > 0 else -x

    def late(self, x: jax.Array) -> jax.Array:
        return x if x.min() > 0 else -x


class Held(Sampler):
    def one(self, x: jax.Array, key: jax.Array) -> Any:
        return jnp.where(x > 0, x, 0), key.shape[0] > 3 or len(key)

    def before(self, x: jax.Array, keys: jax.Array) -> jax.Array:
        return x if keys.shape[0] > 3 else -x


class Scale(Layer):
    weight: jax.Array
    gain: float

    def forward(self, x: jax.Array) -> jax.Array:
        if self.gain > 1.0:
            x = x * 2
        if self.weight.sum() > 0:  # E: jdc-concrete
            return x
        return x * np.linalg.norm(x)  # E: jdc-concrete


@jdc.pytree_dataclass
class Circle(Shape):
    radius: float
    sides: jdc.Static[int]

    def area(self) -> jax.Array:
        if self.sides > 3:
            return self.scale
        return self.scale if self.radius > 0 else -self.scale  # E: jdc-concrete

    def valid(self) -> jax.Array:
        return self.scale if self.radius > 0 else -self.scale


class Solver:
    @partial(jax.jit, static_argnums=(0, 2))
    def step(self, x: jax.Array, n: int) -> Any:
        x = self.before(x)
        return self.after(x, n)

    def before(self, x: jax.Array) -> jax.Array:
        return x

    def after(self, x: jax.Array, n: int) -> Any:
        raise NotImplementedError


class Euler(Solver):
    def after(self, x: jax.Array, n: int) -> Any:
        if n > 3:
            return x
        return x if x.sum() > 4 else -x  # E: jdc-concrete


class Heun(Solver):
    def before(self, x: jax.Array) -> Any:
        return 3

    def after(self, x: jax.Array, n: int) -> Any:
        return x if x > 3 else -x


class Hop(Solver):
    def around(self, x: jax.Array) -> Any:
        return self.part(x, "device")

    def part(self, x: jax.Array, mode: str) -> Any:
        raise NotImplementedError


class Skip(Hop):
    def part(self, x: jax.Array, mode: str) -> Any:
        if x.sum() > 5:  # E: jdc-concrete
            return x
        return x if mode == "host" else float(x)


class Stay(Hop):
    def part(self, x: jax.Array, mode: str) -> Any:
        if mode == "host":
            return float(x)
        return -x


class Calm(Hop):
    def part(self, x: jax.Array, mode: str) -> Any:
        return x if x.sum() > 6 else -x


def handed(x: jax.Array) -> None:
    skip, stay = Skip(), Stay()
    jax.jit(skip.around)(x)
    jax.jit(stay.around)(x)
    Calm().around(x)


def handed_elsewhere(state: State, walk: Limited) -> None:
    chain, held = Timed(), Held()
    jax.jit(chain.loss)(state.x)  # E: jdc-concrete
    jax.jit(held.loss)(state.x)
    jax.jit(walk.eager)(state)  # E: jdc-concrete


class Kept:
    def __init__(self, walk: Environment, chain: Timed) -> None:
        self.walk = walk
        self.chain = chain

    @partial(jax.jit, static_argnums=0)
    def stepped(self, state: State) -> Any:
        return self.walk.eager(state), self.chain.energy(state.x)  # E: jdc-concrete

    def shown(self, state: State) -> Any:
        return self.chain.energy(state.x)
