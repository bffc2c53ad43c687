"""Functions inside of a traced function that JAX calls there, and that read its parameters."""

from collections.abc import Callable
from functools import partial

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Environment:
    size: int
    position: jax.Array
    limit: jax.Array
    steps: int = flax.struct.field(pytree_node=False, default=3)


def rollout(env: Environment, keys: jax.Array) -> jax.Array:
    def body(carry: jax.Array, key: jax.Array) -> tuple[jax.Array, None]:
        noise = jnp.zeros(env.size)  # E: jdc-concrete
        fixed = jnp.zeros(env.steps)
        return carry + noise.sum() + fixed.sum(), None

    return jax.lax.scan(body, env.position.sum(), keys)[0]


@jax.jit
def lambdas(env: Environment, x: jax.Array) -> jax.Array:
    x = jax.lax.fori_loop(0, 3, lambda i, c: c + jnp.zeros(env.size).sum(), x)  # E: jdc-concrete
    x = jax.vmap(lambda row: row * float(env.limit))(x)  # E: jdc-concrete
    return jax.lax.fori_loop(0, 3, lambda i, c: c + jnp.zeros(env.steps).sum(), x)


@jax.jit
def branches(env: Environment, x: jax.Array) -> jax.Array:
    def near(y: jax.Array) -> jax.Array:
        return y if env.limit > 0 else -y  # E: jdc-concrete

    def far(y: jax.Array) -> jax.Array:
        return y if y > 0 else -y  # E: jdc-concrete

    return jax.lax.cond(env.limit > 1, near, far, x)


@jax.jit
def callbacks(env: Environment, x: jax.Array) -> jax.Array:
    def show(limit: jax.Array) -> None:
        print("far" if limit > 0 else "near")

    def unused() -> jax.Array:
        return jnp.zeros(env.size)

    jax.debug.callback(show, env.limit)
    return x


@partial(jax.jit, static_argnames="is_long")
def flagged(env: Environment, x: jax.Array, is_long: bool) -> jax.Array:
    def body(i: int, c: jax.Array) -> jax.Array:
        return c + jnp.zeros(env.steps).sum()

    if is_long:
        x = jax.lax.fori_loop(0, 3, body, x)
    return x


def kept(env: Environment) -> Callable[[jax.Array], jax.Array]:
    def inner(x: jax.Array) -> jax.Array:
        return x + jnp.zeros(env.size).sum()

    return inner


def main(env: Environment, x: jax.Array) -> None:
    jax.jit(rollout)(env, x)
    jax.jit(kept(env))(x)
