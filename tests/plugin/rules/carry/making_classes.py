"""Classes with ways to make their objects, for another module."""

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Filter:
    mean: jax.Array
    gain: jax.Array | None = None
    rounds: int = flax.struct.field(pytree_node=False, default=0)

    @classmethod
    def start(cls, size: int) -> "Filter":
        mean = jnp.zeros(size)
        return cls(mean=mean)

    @classmethod
    def tuned(cls, size: int) -> "Filter":
        return cls(mean=jnp.zeros(size), gain=jnp.ones(size))

    @classmethod
    def chosen(cls, size: int) -> "Filter":
        if size > 2:
            return cls.tuned(size)
        return cls(jnp.zeros(size))

    @classmethod
    def from_rows(cls, rows):
        return cls(rows[0])


class Tracker:
    def __init__(self, rate: float) -> None:
        self.rate = rate

    def gained(self, state: Filter, row: jax.Array) -> tuple[Filter, jax.Array]:
        return state.replace(gain=row * self.rate), row

    def counted(self, state: Filter, row: jax.Array) -> tuple[Filter, jax.Array]:
        return state.replace(mean=row, rounds=state.rounds + 1), row

    def moved(self, state: Filter, row: jax.Array) -> tuple[Filter, jax.Array]:
        return state.replace(mean=state.mean + row), row

    def first_only(self, state: Filter, row: jax.Array) -> tuple[Filter, jax.Array]:
        if row[0] > 0:
            return state, row
        return state.replace(mean=row), row


class Gate:
    def __call__(self, x: jax.Array) -> jax.Array:
        return x if x.sum() > 0 else -x


def fresh(size):
    mean = jnp.zeros(size)
    return Filter(mean)


def fresh_dict(size):
    return {"mean": jnp.zeros(size)}


def nth(states, n):
    return states[n]


def average(x):
    return jnp.mean(x)


def either(size):
    if size > 3:
        return Filter(jnp.ones(size))
    return None


def known(one: Filter, many: list[Filter]) -> bool:
    return one in many  # E: jdc-compare
