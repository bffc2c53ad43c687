"""Functions that call one another and functions of a further module, for loops and branches elsewhere."""

import equinox as eqx
import jax
import jax.numpy as jnp
import jax_dataclasses as jdc
import stepping_functions as steps
from flax import struct
from stepping_functions import State


@struct.dataclass
class Gauss:
    mean: jax.Array
    weight: jax.Array | None = None
    order: int = struct.field(pytree_node=False, default=1)
    name: str = struct.field(pytree_node=False, default="gauss")

    def hotter(self):
        return self.replace(mean=self.mean * 2)

    def higher(self):
        return jdc.replace(self, order=self.order + 1)

    def named(self, name):
        return self.replace(name=name)

    def third(self):
        return self.replace(order=3)

    def weighted(self, by):
        return self.hotter().replace(weight=self.mean * by)


class Node(eqx.Module):
    x: jax.Array
    cache: jax.Array | None = None

    def with_cache(self):
        return eqx.tree_at(lambda node: node.cache, self, self.x, is_leaf=lambda leaf: leaf is None)

    def with_x(self):
        return eqx.tree_at(lambda node: node.x, self, self.x * 2)


def start(n):
    return steps.State(x=jnp.zeros(n))


def filled_start(n):
    return State(x=jnp.zeros(n), cache=jnp.zeros(n))


def start_again(n):
    return start(n)


def fill_twice(state):
    return steps.fill(steps.keep(state))


def weigh(q):
    hot = q.hotter()
    return hot.weighted(hot.mean)


def keep_twice(state):
    return steps.keep(steps.keep(state))


def fill_and_forget(state):
    return steps.forget(fill_twice(state))


def gauss(n):
    return Gauss(mean=jnp.zeros(n))


def gauss_again(n):
    return gauss(n)


def gauss_of_three(n):
    return Gauss(mean=jnp.zeros(n), order=3)


def gauss_of(n, order):
    return Gauss(mean=jnp.zeros(n), order=order)


def node(n):
    return Node(x=jnp.zeros(n))


def of_unknown(n, kind):
    return kind(n)


def fill_by(by, state):
    return steps.fill(state)


def keep_by(by, state):
    return steps.keep(state)


def fill_turn(by, state, _):
    return steps.fill(state), None


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
