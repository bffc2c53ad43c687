"""jdc-aliased: methods that donate the object they are called on."""

from dataclasses import dataclass
from functools import partial
from typing import Self

import flax.struct
import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@jax.tree_util.register_dataclass
@dataclass
class Cache:
    keys: jax.Array
    values: jax.Array

    @partial(jax.jit, donate_argnames=("self",))
    def push(self, k: jax.Array) -> "Cache":
        return Cache(self.keys.at[0].set(k), self.values.at[0].set(k))

    @partial(jax.jit, donate_argnums=0)
    def grown(self, other: "Cache") -> "tuple[Cache, jax.Array]":
        return Cache(self.keys + other.keys, self.values + other.values), self.keys.sum()

    @partial(jax.jit, donate_argnums=(1,))
    def after(self, other: "Cache") -> "Cache":
        return Cache(self.keys + other.keys, self.values)

    @partial(jax.jit, static_argnames=("n",), donate_argnums=0)
    def repeated(self, n: int) -> "Cache":
        return Cache(self.keys * n, self.values * n)

    @partial(jax.jit, donate_argnames="self")
    def total(self) -> jax.Array:
        return self.keys.sum()

    @jax.jit
    def kept(self) -> "Cache":
        return Cache(self.keys * 2, self.values * 2)

    def twice(self, k: jax.Array) -> jax.Array:
        fresh = self.push(k)
        return fresh.keys + self.keys  # E: jdc-aliased


class Momentum(flax.struct.PyTreeNode):
    mu: jax.Array
    nu: jax.Array
    name: str = flax.struct.field(pytree_node=False, default="m")

    @partial(jax.jit, donate_argnums=0)
    def step(self, g: jax.Array) -> Self:
        return self.replace(mu=self.mu + g, nu=self.nu + g**2)

    @partial(jax.jit, donate_argnums=0)
    def scaled(self, by: float):  # type: ignore[no-untyped-def]
        return jax.tree.map(lambda x: x * by, self)


@jdc.pytree_dataclass
class Base:
    x: jax.Array

    @partial(jax.jit, donate_argnums=0)
    def moved(self) -> Self:
        return jdc.replace(self, x=self.x + 1)

    @partial(jax.jit, donate_argnums=0)
    def doubled(self) -> Self:
        return jdc.replace(self, x=self.x * 2)


@jdc.pytree_dataclass
class Derived(Base):
    y: jax.Array

    def moved(self) -> Self:
        return self


def decode(cache: Cache, k: jax.Array) -> jax.Array:
    fresh = cache.push(k)
    return fresh.keys + cache.values  # E: jdc-aliased


def of_pairs(cache: Cache, other: Cache) -> jax.Array:
    _, total = cache.grown(other)
    return total + cache.keys.sum()  # E: jdc-aliased


def of_self_type(m: Momentum, g: jax.Array) -> jax.Array:
    new = m.step(g)
    return new.mu - m.mu  # E: jdc-aliased


def untyped(m: Momentum) -> jax.Array:
    m.scaled(2.0)
    return jnp.sum(m.nu)  # E: jdc-aliased


def of_subclass(d: Derived) -> jax.Array:
    new = d.doubled()
    return new.x + d.y  # E: jdc-aliased


def given_twice(cache: Cache) -> "tuple[Cache, jax.Array]":
    return cache.grown(cache)  # E: jdc-aliased


def looped(m: Momentum, gs: jax.Array) -> jax.Array:
    for g in gs:
        new = m.step(g)  # E: jdc-aliased
    return new.mu


def made(k: jax.Array) -> jax.Array:
    cache = Cache(k, k + 1)
    print(cache.repeated(3))
    return jnp.sum(cache.values)  # E: jdc-aliased


def in_loop(cache: Cache, ks: jax.Array) -> jax.Array:
    for k in ks:
        cache = cache.push(k)
    return cache.values


def rebound(cache: Cache, k: jax.Array) -> jax.Array:
    cache = cache.push(k)
    return cache.values


def of_another_argument(cache: Cache, other: Cache) -> jax.Array:
    new = cache.after(other)
    return new.keys + cache.keys


def of_another_result(cache: Cache) -> jax.Array:
    return cache.total() + cache.keys.sum()


def not_donated(cache: Cache) -> jax.Array:
    return cache.kept().keys + cache.keys


def about(cache: Cache, m: Momentum, k: jax.Array) -> None:
    cache.push(k)
    m.step(k)
    print(cache.keys.shape, m.name)


@jax.jit
def traced(cache: Cache, k: jax.Array) -> jax.Array:
    return cache.push(k).keys + cache.keys


def overridden(b: Base) -> jax.Array:
    new = b.moved()
    return new.x + b.x


# Methods that donate an argument


class Trainer:
    def __init__(self, rate: float) -> None:
        self.rate = rate

    @partial(jax.jit, static_argnums=0, donate_argnums=1)
    def step(self, state: Momentum, g: jax.Array) -> Momentum:
        return state.replace(mu=state.mu - self.rate * g, nu=state.nu * 2)

    @partial(jax.jit, static_argnames=("self",), donate_argnames=("state",))
    def measured(self, g: jax.Array, state: Momentum) -> tuple[Momentum, jax.Array]:
        return state.replace(mu=state.mu - self.rate * g, nu=state.nu * 2), g.sum()

    @partial(jax.jit, static_argnums=0)
    def kept(self, state: Momentum, g: jax.Array) -> Momentum:
        return state.replace(mu=state.mu - self.rate * g)

    def fit(self, state: Momentum, gs: jax.Array) -> jax.Array:
        new = self.step(state, gs[0])
        return new.mu - state.mu  # E: jdc-aliased

    def by_keyword(self, state: Momentum, gs: jax.Array) -> jax.Array:
        new, loss = self.measured(gs[0], state=state)
        print(loss, state.nu)  # E: jdc-aliased
        return new.mu

    def looped(self, state: Momentum, gs: jax.Array) -> jax.Array:
        for g in gs:
            new = self.step(state, g)  # E: jdc-aliased
        return new.mu

    def right(self, state: Momentum, gs: jax.Array) -> jax.Array:
        for g in gs:
            state = self.step(state, g)
        state, loss = self.measured(gs[0], state)
        self.kept(state, gs[0])
        print(loss, state.nu)
        return state.mu


def trained(state: Momentum, other: Momentum, gs: jax.Array) -> jax.Array:
    trainer = Trainer(0.1)
    new = trainer.step(state, gs[0])
    again = trainer.kept(other, gs[0])
    print(again.mu - other.mu, state.mu.shape)
    return new.mu - state.mu  # E: jdc-aliased


class Loud:
    @partial(jax.jit, static_argnums=0, donate_argnums=1)
    def step(self, state: Momentum) -> Momentum:
        return state.replace(nu=state.nu * 2)

    def fit(self, state: Momentum) -> jax.Array:
        new = self.step(state)
        return new.mu - state.mu


class Quiet(Loud):
    def step(self, state: Momentum) -> Momentum:
        return state


def quiet(state: Momentum) -> jax.Array:
    trainer = Quiet()
    new = trainer.step(state)
    return new.mu - state.mu
