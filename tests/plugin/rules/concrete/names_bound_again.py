"""Names that a module imports and then binds again: mypy goes on with what the import brought."""

# mypy: disable-error-code="no-redef, assignment, attr-defined, call-arg, arg-type, misc, index, return-value"
# ruff: noqa: F811

import flax.struct
import jax
import jax.numpy as jnp
from names_to_bind_again import *  # noqa: F403
from names_to_bind_again import COLOURS, WEIGHTS, stepped
from names_to_bind_again import SIZES as TABLE

COLOURS = jnp.array([1, 2, 3])
MOVES = jnp.array([1, 2, 3])
TABLE = jnp.array([1, 2, 3])


def scaled(x: jax.Array) -> jax.Array:
    return 2 * x


def stepped(x: jax.Array) -> jax.Array:
    return 2 * x


@flax.struct.dataclass
class Settings:
    rate: jax.Array
    scale: jax.Array


@jax.jit
def taken(i: jax.Array) -> jax.Array:
    return COLOURS[i] + MOVES[i] + TABLE[i]


@jax.jit
def weighed(i: jax.Array) -> jax.Array:
    return i * WEIGHTS[i]  # E: jdc-concrete


@jax.jit
def handed(x: jax.Array) -> jax.Array:
    return stepped(x)


taken(jnp.array(1))
handed(jnp.ones(3))
jax.grad(scaled)(1.0)
jax.jit(lambda each: each.rate * each.scale)(Settings(jnp.ones(3), jnp.ones(3)))
