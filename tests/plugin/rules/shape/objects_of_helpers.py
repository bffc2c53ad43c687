"""Fields of objects that a function of the module makes: what they hold is known, as of objects made at the place."""

from typing import Annotated, NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Params(jdc.EnforcedAnnotationsMixin):
    w: Annotated[jax.Array, (784, 10), jnp.float32]
    b: Annotated[jax.Array, (10,), jnp.float32]


@jdc.pytree_dataclass
class Pose:
    rotation: Annotated[jax.Array, (..., 3, 3)]
    shift: Annotated[jax.Array, (..., 3)]


class Pair(NamedTuple):
    one: jax.Array
    other: jax.Array


class Counter(NamedTuple):
    number: int
    rows: jax.Array


def init(key: jax.Array) -> Params:
    return Params(0.01 * jax.random.normal(key, (784, 10)), jnp.zeros(10))


def pose(*batch: int) -> Pose:
    return Pose(jnp.zeros((*batch, 3, 3)), jnp.zeros((*batch, 3)))


def pair(n: int) -> Pair:
    return Pair(jnp.zeros((n, 2)), jnp.zeros(n))


def twice(n: int) -> Pair:
    return pair(2 * n)


@jax.jit
def jitted(x: Float[Array, "n"]) -> Counter:
    return Counter(3, x[:, None])


def some(flag: bool) -> Pair:
    if flag:
        return Pair(jnp.zeros(3), jnp.zeros(3))
    return Pair(jnp.zeros(4), jnp.zeros(4))


def axes_of(p: Pose) -> jax.Array:
    return p.rotation @ jnp.ones(3)


def wrong() -> None:
    params = init(jax.random.key(0))
    print(Params(params.w.T, params.b))  # E: jdc-shape
    print(jdc.replace(params, b=params.w.sum(axis=1)))  # E: jdc-shape
    params.w @ params.w  # E: jdc-shape
    twice(3).one @ twice(3).other  # E: jdc-shape
    pair(3).one[0] + pair(3).other  # E: jdc-shape
    jitted(jnp.zeros(5)).rows + jnp.zeros((3, 1))  # E: jdc-shape


def right(flag: bool, left: Pose, other: Pose) -> None:
    params = init(jax.random.key(0))
    print(Params(params.w * 2, params.w.sum(axis=0)))
    many = jax.vmap(init)(jax.random.split(jax.random.key(0), 4))
    many.w @ jnp.zeros((4, 10, 1))
    pose().rotation @ pose(5).rotation
    some(flag).one + jnp.zeros(3)
    twice(3).one.T @ twice(3).other
    jitted(jnp.zeros(5)).rows.T @ jnp.zeros(jitted(jnp.zeros(5)).rows.shape[0])
    jnp.zeros(3)[: jitted(jnp.zeros(5)).number] + jnp.zeros(1)
    jnp.stack([axes_of(left)[None], axes_of(other)])

    def turned(p: Pose) -> jax.Array:
        return p.rotation @ jnp.ones(3)

    jnp.stack([turned(left)[None], turned(other)])
