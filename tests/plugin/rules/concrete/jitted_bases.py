"""Bases whose jitted methods call methods that classes of another module write."""

from __future__ import annotations

import abc
from functools import partial
from typing import Any

import equinox as eqx
import flax.struct
import jax

import jdc_runtime as jdc


@flax.struct.dataclass
class State:
    time: int
    x: jax.Array
    rows: int = flax.struct.field(pytree_node=False, default=3)


class Environment:
    @partial(jax.jit, static_argnums=(0,))
    def step(self, key: jax.Array, state: State, action: jax.Array, params: Any = None) -> Any:
        if params is None:
            params = 3
        key, other = jax.random.split(key)
        stepped = self.step_env(key, state, action, params)
        return self.observe(stepped, other), self.seen(state=state)

    @partial(jax.jit, static_argnames=("self", "size"))
    def rolled(self, state: State, size: int) -> Any:
        def body(carry: State, _: None) -> Any:
            return self.moved(carry, size), None

        return jax.lax.scan(body, state, None, size)

    def step_env(self, key: jax.Array, state: State, action: jax.Array, params: Any) -> Any:
        raise NotImplementedError

    def observe(self, stepped: Any, key: jax.Array) -> Any:
        return stepped

    def seen(self, *, state: State) -> Any:
        return state

    def moved(self, state: State, size: int) -> State:
        return state

    def eager(self, state: State) -> Any:
        return self.shown(state)

    def shown(self, state: State) -> Any:
        return state


class Sampler(abc.ABC):
    @abc.abstractmethod
    def one(self, x: jax.Array, key: jax.Array) -> Any: ...

    @jax.jit
    def odd(x: Any) -> Any:  # type: ignore[misc]
        return x

    def loss(self, x: jax.Array) -> jax.Array:
        return self.energy(x) * 2

    def energy(self, x: jax.Array) -> jax.Array:
        return x.sum()

    @partial(jax.jit, static_argnums=0)
    def run(self, x: jax.Array, keys: jax.Array) -> Any:
        x = x + jax.grad(self.loss)(x)
        for _ in range(3):
            x = self.before(x, keys)
        return jax.lax.scan(self.one, x, keys)

    @partial(jax.jit, static_argnums=0)
    def chosen(self, x: jax.Array) -> Any:
        return jax.lax.cond(x.sum() > 0, lambda: self.after(x), lambda: x)

    @partial(jax.jit, static_argnums=0)
    def maybe(self, x: jax.Array, y: Any = None) -> Any:
        if y is not None:
            return self.rarely(x)
        return self.late(x)

    @partial(jax.jit, static_argnums=0)
    def mapped(self, x: jax.Array) -> Any:
        return jax.vmap(jax.grad(self.one_loss))(x), jax.grad(lambda p: self.whole_loss(p, 3))(x)

    def one_loss(self, x: jax.Array) -> jax.Array:
        return x

    def whole_loss(self, x: jax.Array, n: int) -> jax.Array:
        return x.sum()

    def before(self, x: jax.Array, keys: jax.Array) -> jax.Array:
        return x

    def after(self, x: jax.Array) -> jax.Array:
        return x

    def rarely(self, x: jax.Array) -> jax.Array:
        return x

    def late(self, x: jax.Array) -> jax.Array:
        return x


class Layer(eqx.Module):
    @abc.abstractmethod
    def forward(self, x: jax.Array) -> jax.Array: ...

    @eqx.filter_jit
    def __call__(self, x: jax.Array) -> jax.Array:
        return self.forward(x)


@jdc.pytree_dataclass
class Shape:
    scale: jax.Array

    @jax.jit
    def total(self) -> jax.Array:
        return self.area() * 2

    def area(self) -> jax.Array:
        return self.scale

    def valid(self) -> jax.Array:
        return self.scale


class Timed(Sampler):
    def one(self, x: jax.Array, key: jax.Array) -> Any:
        return x, key

    def energy(self, x: jax.Array) -> jax.Array:
        return x.sum() if x.max() > 0 else x.min()  # E: jdc-concrete
