"""Functions without annotations that are called under a name: the class of an argument is that of all calls."""

from dataclasses import dataclass
from functools import partial

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    x: jax.Array
    n: int = 3
    size: int = flax.struct.field(pytree_node=False, default=2)

    @classmethod
    def start(cls, x):
        return cls(x=x * 2)

    def zeros(self):
        return jnp.zeros(self.n)  # E: jdc-concrete

    def sized(self):
        return jnp.zeros(self.size)


@flax.struct.dataclass
class Other:
    x: jax.Array
    n: int = flax.struct.field(pytree_node=False, default=2)


@dataclass(frozen=True)
class Config:
    n: int = 2


zeros = jax.jit(lambda s: s.zeros())
sized = jax.jit(lambda s: s.sized())


@jax.jit
def ranged(s, x):
    for _ in range(s.n):  # E: jdc-concrete
        x = x + s.x
    for _ in range(s.size):
        x = x + 1
    return x


@partial(jax.jit, static_argnames="config")
def configured(s, config):
    return jnp.zeros(config.n) + s.x[: s.size]


@jax.jit
def of_both(s):
    return jnp.zeros(s.n)


@jax.jit
def of_unknown(s, t):
    return jnp.zeros(s.n) + t.x


@jax.jit
def never_called(s):
    return jnp.zeros(s.n)


def by_hand(s):
    return jnp.arange(s.n)  # E: jdc-concrete


mapped = jax.vmap(by_hand)


@jax.jit
def started(s):
    return jnp.zeros(s.n)  # E: jdc-concrete


def use(x: jax.Array, given: State, many: list[Other]) -> None:
    state = State(x)
    zeros(state)
    sized(State(x))
    ranged(state, x)
    ranged(given, x)
    configured(state, config=Config())
    of_both(state)
    of_both(Other(x))
    of_unknown(many[0], State(x))
    started(State.start(x))
    mapped(State(x, n=x))  # type: ignore[arg-type]
