"""Arguments that ``in_axes=None`` passes on: `jax.vmap` makes their objects anew all the same."""

from dataclasses import dataclass, field
from functools import partial

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclass
class Running:
    mean: jax.Array
    history: list[jax.Array] = field(default_factory=list)

    def note(self, x: jax.Array) -> None:
        self.mean = self.mean + x

    @partial(jax.vmap, in_axes=(None, 0))
    def noted(self, x: jax.Array) -> jax.Array:
        self.mean = self.mean + 1  # E: jdc-lost-mutation
        return 2 * x


def written(running: Running, x: jax.Array) -> jax.Array:
    running.mean = running.mean + 1  # E: jdc-lost-mutation
    return 2 * x


def written_under_jit(running: Running, x: jax.Array) -> jax.Array:
    running.mean = running.mean + 1  # E: jdc-lost-mutation
    return 2 * x


def used(running: Running, x: jax.Array) -> jax.Array:
    running.mean = running.mean + 1
    return running.mean * x


def read_by_nobody(running: Running, x: jax.Array) -> jax.Array:
    running.mean = running.mean + 1  # E: jdc-lost-mutation
    return running.mean * x


def given_back(running: Running, x: jax.Array) -> tuple[Running, jax.Array]:
    running.mean = running.mean + 1
    return running, x


@partial(jax.vmap, in_axes=(None, 0))
def appended(running: Running, x: jax.Array) -> jax.Array:
    running.history.append(running.mean)  # E: jdc-lost-mutation
    return 2 * x


@partial(jax.vmap, in_axes=(0, None))
def by_a_method(x: jax.Array, running: Running) -> jax.Array:
    running.note(running.mean)  # E: jdc-lost-mutation
    return 2 * x


@jax.grad
def passed_by_grad(x: jax.Array, running: Running) -> jax.Array:
    running.history.append(x)
    return 2 * x


@partial(jax.jit, static_argnums=1)
def passed_by_jit(x: jax.Array, running: Running) -> jax.Array:  # E: jdc-static-mutable
    running.history.append(running.mean)
    return 2 * x


def use(running: Running, xs: jax.Array) -> jax.Array:
    jax.vmap(written, in_axes=(None, 0))(running, xs)
    jax.jit(jax.vmap(written_under_jit, in_axes=(None, 0)))(running, xs)
    jax.vmap(given_back, (None, 0), (None, 0))(running, xs)
    jax.vmap(read_by_nobody, in_axes=(None, 0))(running, xs)
    print(running.mean)
    return jax.vmap(used, in_axes=(None, 0))(running, xs)


use(Running(jnp.zeros(())), jnp.ones(3))
