"""jdc-shape: a function that JAX maps makes rows of an object, whose fields are annotated as those of the whole."""

from typing import NamedTuple

import flax.struct
import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Float


@flax.struct.dataclass
class Trajectory:
    seen: Float[Array, "t d"]
    done: Float[Array, "t a"]
    reward: Float[Array, "t"]
    name: str = flax.struct.field(pytree_node=False, default="run")


class Steps(NamedTuple):
    seen: Float[Array, "t d"]
    reward: Float[Array, "t"]


class Linear(NamedTuple):
    weights: Float[Array, "i o"]
    bias: Float[Array, "o"]


def run(key: Array, count: int) -> Trajectory:
    def step(seen, key):  # type: ignore[no-untyped-def]
        done = jax.random.normal(key, (2,))
        return seen, Trajectory(seen, done, done.sum())

    return lax.scan(step, jnp.zeros(3), jax.random.split(key, count))[1]


def steps(key: Array) -> Steps:
    def step(key):  # type: ignore[no-untyped-def]
        seen = jax.random.normal(key, (2,))
        return Steps(seen, seen.sum())

    return jax.vmap(step)(jax.random.split(key, 3))


mapped = jax.vmap(lambda key: Steps(jax.random.normal(key, (2,)), jnp.ones(())))(
    jax.random.split(jax.random.key(0), 3)
)


def first() -> Steps:
    return Steps(jnp.zeros(3), jnp.zeros(()))


def collected(count: int) -> Steps:
    rows = [Steps(jnp.zeros(3), jnp.zeros(())) for _ in range(count)]
    return jax.tree.map(lambda *each: jnp.stack(each), *rows)


def made() -> None:
    row = Steps(jnp.zeros(3), jnp.zeros((2, 3)))  # E: jdc-shape
    print(row)


def mixed(key: Array) -> Steps:
    seen = jax.random.normal(key, (2,))
    return Steps(seen, seen)  # E: jdc-shape


def mixed_trajectory(key: Array) -> Trajectory:
    seen = jax.random.normal(key, (2,))
    return Trajectory(seen * 2, jnp.zeros((4, 2)), jnp.zeros(4))  # E: jdc-shape


def layer(key: Array) -> Linear:
    """A size that is not the first one of every field is no axis of rows."""
    return Linear(jax.random.normal(key, (2,)), jnp.zeros(2))  # E: jdc-shape


Steps(jnp.zeros(3), jnp.zeros(()))  # E: jdc-shape
