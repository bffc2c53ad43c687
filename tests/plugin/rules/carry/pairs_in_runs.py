"""jdc-carry: functions of a scan that the run alone knows, and that give back an object or a dict in place of a pair."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from flax import struct


@struct.dataclass
class Walker:
    place: jax.Array
    speed: jax.Array
    age: jax.Array
    name: str = struct.field(pytree_node=False, default="")

    def moved(self, by):
        return self.replace(place=self.place + by * self.speed, age=self.age + 1)


class Two(NamedTuple):
    carry: jax.Array
    out: jax.Array


RULES = {
    "moves": lambda walker, by: walker.moved(by),
    "pairs": lambda walker, by: (walker.moved(by), by),
}


def told(rule, walker, steps):
    return jax.lax.scan(RULES[rule], walker, steps)  # E: jdc-carry


def follows(rule, walker, steps):
    return jax.lax.scan(RULES[rule], walker, steps)


def sums(total, step):
    return Two(total + step, step)


def main():
    walker = Walker(jnp.zeros(2), jnp.ones(2), jnp.array(0))
    told("moves", walker, jnp.arange(3.0))
    follows("pairs", walker, jnp.arange(3.0))
    jax.lax.scan(sums, jnp.float32(0), jnp.arange(3.0))


if __name__ == "__main__":
    main()
