"""Transformations around others: each hands on its arguments, and what one of them traces is a tracer."""

from functools import partial

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Settings:
    rate: float
    steps: int
    rows: int = flax.struct.field(pytree_node=False, default=2)


@flax.struct.dataclass
class State:
    x: jax.Array


def rolled(settings: Settings, state: State) -> State:
    state, _ = jax.lax.scan(lambda s, _: (s, None), state, None, length=settings.steps)  # E: jdc-concrete
    return state


def rolled_eagerly(settings: Settings, state: State) -> State:
    return State(jnp.tile(state.x, settings.steps))


def loss(settings: Settings, x: jax.Array) -> jax.Array:
    if settings.rate > 0.5:  # E: jdc-concrete
        return x.sum()
    return jnp.ones((settings.rows, 2)).sum() * x.sum()


def eager_loss(settings: Settings, x: jax.Array) -> jax.Array:
    return x.sum() if settings.rate > 0.5 else x.mean()


def chosen(x: jax.Array, n: int, flag: bool) -> jax.Array:
    if flag:
        return x
    return jnp.tile(x, n)  # E: jdc-concrete


@jax.jit
@partial(jax.vmap, in_axes=(0, None))
def stacked(x: jax.Array, n: int) -> jax.Array:
    return jnp.tile(x, n)  # E: jdc-concrete


@partial(jax.jit, static_argnums=1)
@partial(jax.vmap, in_axes=(0, None))
def stacked_with_static(x: jax.Array, n: int) -> jax.Array:
    return jnp.tile(x, n)


@jax.jit
@jax.value_and_grad
def graded(x: jax.Array, limit: float) -> jax.Array:
    return x.sum() if x.sum() > limit else x.mean()  # E: jdc-concrete


@jax.value_and_grad
@jax.value_and_grad
def graded_twice(x: jax.Array, limit: float) -> jax.Array:
    return x.sum() if x.sum() > limit else x.mean()


class Trainer:
    def loss(self, x: jax.Array, scale: float) -> jax.Array:
        return x.sum() if scale > 1 else x.mean()  # E: jdc-concrete

    def run(self, x: jax.Array) -> jax.Array:
        return jax.jit(jax.vmap(self.loss, in_axes=(0, None)))(x, 2.0)


batched = jax.jit(jax.vmap(rolled, in_axes=(None, 0)))
batched_eagerly = jax.vmap(rolled_eagerly, in_axes=(None, 0))
step = jax.jit(jax.value_and_grad(loss, argnums=1))
eager_step = jax.value_and_grad(eager_loss, argnums=1)
mapped = jax.jit(jax.vmap(chosen, in_axes=(0, None, None)), static_argnums=2)


def bound(x: jax.Array, n: int, m: int) -> jax.Array:
    return jnp.tile(x, n) + jnp.tile(x, m)  # E: jdc-concrete


def bound_at_all(x: jax.Array, n: int, m: int) -> jax.Array:
    return jnp.tile(x, n) + jnp.tile(x, m)


with_number = jax.jit(partial(bound, n=2))
with_numbers = jax.jit(partial(bound_at_all, n=2, m=2))


def first_bound(n: int, x: jax.Array) -> jax.Array:
    return jnp.tile(x, n) if x.sum() > 0 else x  # E: jdc-concrete


with_first = jax.vmap(partial(first_bound, 2))
