"""Objects that are handed to derivatives."""

import enum

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Model:
    w: jax.Array
    n: int = 0


@flax.struct.dataclass
class Outer:
    model: Model
    scale: float = 1.0


@flax.struct.dataclass
class Static:
    w: jax.Array
    n: int = flax.struct.field(pytree_node=False, default=0)
    maybe: int | None = None


class Phase(enum.IntEnum):
    WARM = 0


@flax.struct.dataclass
class Phased:
    w: jax.Array
    phase: Phase


def phased(model: Phased) -> Phased:
    jax.jit(lambda given: given.w)(model)
    return jax.grad(lambda given: given.w.sum())(model)  # E: jdc-transform-input


def loss(model: Model, x: jax.Array) -> jax.Array:
    return (model.w * x).sum()


def of_static(model: Static) -> jax.Array:
    return model.w.sum()


def second(x: jax.Array, model: Model) -> jax.Array:
    return (model.w * x).sum()


def run(model: Model, outer: Outer, static: Static, x: jax.Array) -> None:
    jax.grad(loss)(model, x)  # E: jdc-transform-input
    jax.grad(lambda o: jnp.sum(o.model.w))(outer)  # E: jdc-transform-input
    jax.grad(of_static)(static)
    jax.grad(second)(x, model)
    jax.vmap(loss)(model, x)
    jax.jit(loss)(model, x)
    jax.vjp(loss, model, x)
