"""Derivatives of functions that the module calls with objects whose numbers something has converted."""

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Model:
    weights: jax.Array
    steps: int


def loss(model: Model) -> jax.Array:
    return (model.weights**2).sum()


def again(model: Model) -> jax.Array:
    return (model.weights**2).sum()


@jax.grad
def slope(model: Model) -> jax.Array:
    return (model.weights**2).sum()


@jax.grad
def steep(model: Model) -> jax.Array:  # E: jdc-transform-input
    return (model.weights**2).sum()


model = Model(jnp.ones(3), 2)
converted = jax.tree.map(jnp.float32, model)
jax.grad(loss)(converted)
derivative = jax.value_and_grad(loss)
derivative(jax.tree.map(jnp.float32, model))
slope(converted)
steep(model)  # E: jdc-transform-input
jax.grad(again)(model)  # E: jdc-transform-input
