"""jdc-dtype: `init` of a flax.linen module takes a random key first."""

import flax.linen as nn
import jax
import jax.numpy as jnp
from flax.errors import InvalidRngError


class MLP(nn.Module):
    width: int = 3

    @nn.compact
    def __call__(self, x: jax.Array) -> jax.Array:
        return nn.Dense(self.width)(x)


mlp = MLP()
key = jax.random.key(0)


def forgotten() -> None:
    mlp.init(jnp.zeros((2, 3)))  # E: jdc-dtype


def swapped() -> None:
    mlp.init(jnp.ones((1, 4), jnp.float32), key)  # E: jdc-dtype


def by_name() -> None:
    x = jax.random.normal(key, (2, 3))
    MLP(4).init(rngs=x)  # E: jdc-dtype


def with_output() -> None:
    nn.Dense(2).init_with_output(jnp.zeros(3), key)  # E: jdc-dtype


for wrong in (forgotten, swapped, by_name, with_output):
    try:
        wrong()
    except (InvalidRngError, TypeError) as error:
        print(str(error)[:100])
    else:
        raise AssertionError(wrong)


def caught() -> None:
    try:
        mlp.init(jnp.zeros((2, 3)))
    except InvalidRngError:
        pass


def given(seed: jax.Array, x: jax.Array) -> None:
    mlp.init(seed, x)


mlp.init(key, jnp.zeros((2, 3)))
mlp.init(jax.random.PRNGKey(0), jnp.zeros((2, 3)))
mlp.init(jnp.zeros(2, jnp.uint32), jnp.zeros((2, 3)))
mlp.init({"params": key}, jnp.zeros((2, 3)))
mlp.init_with_output(key, jnp.zeros((2, 3)))
jax.vmap(mlp.init, in_axes=(0, None))(jax.random.split(key), jnp.zeros((2, 3)))
given(key, jnp.zeros((2, 3)))
caught()
