"""Objects that a call of their class makes, in a module that takes leaves out of others by a filter."""

import dataclasses

import equinox as eqx
import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Dataset:
    inputs: jax.Array
    split: str


def mean_input(data: Dataset) -> jax.Array:
    return data.inputs.mean()


data = Dataset(jnp.ones((4, 2)), "train")
jax.grad(mean_input)(data)  # E: jdc-data-leaf
arrays, others = eqx.partition(data, eqx.is_inexact_array)
jax.grad(mean_input)(arrays)
