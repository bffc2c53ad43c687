"""Lists that a comprehension makes of the keys of a split, whose shape nobody knows, but how many they are."""

import jax
import jax.numpy as jnp
from jax import random
from jaxtyping import Array, Float, Key, PRNGKeyArray

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Encoder:
    inward: Float[Array, "inputs hidden"]
    outward: Float[Array, "hidden inputs"]


def encoder(key: PRNGKeyArray) -> Encoder:
    keys = random.split(key)
    weights = [0.1 * random.normal(each, (8, 5)) for each in keys]
    return Encoder(weights[0], weights[1])  # E: jdc-shape


def encoder_right(key: PRNGKeyArray) -> Encoder:
    keys = random.split(key, 2)
    weights = [0.1 * random.normal(each, (8, 5)) for each in keys]
    return Encoder(weights[0], weights[1].T)


def stacked(key: Key[Array, ""]) -> Float[Array, "3 2"]:
    return jnp.stack([random.uniform(each, (3,)) for each in random.split(key, 2)])  # E: jdc-shape


def numbered(key: PRNGKeyArray) -> jax.Array:
    rows = [random.normal(each, (4,)) * number for number, each in enumerate(random.split(key, 3))]
    return rows[2] + jnp.zeros(5)  # E: jdc-shape


def of_other_sizes(key: PRNGKeyArray, x: Float[Array, "n 3"]) -> jax.Array:
    sizes = (3, 8, 2)
    layers = [random.normal(k, (i, o)) for k, i, o in zip(random.split(key), sizes[:-1], sizes[1:], strict=True)]
    return x @ layers[0] @ layers[1]


def of_calculated_sizes(key: PRNGKeyArray, x: Float[Array, "n 3"]) -> jax.Array:
    layers = [random.normal(k, (3 + number, 4 + number)) for number, k in enumerate(random.split(key, 2))]
    return x @ layers[0] @ layers[1]


def grown(key: PRNGKeyArray) -> jax.Array:
    rows = [random.normal(each, (3,)) for each in random.split(key)]
    rows.append(jnp.zeros(4))
    return rows[2] + jnp.zeros(4)


def of_any_keys(keys: PRNGKeyArray) -> jax.Array:
    first, _, last = [random.normal(each, (3,)) for each in keys]
    return first + last


def sizes_of_split(key: PRNGKeyArray, count: int) -> jax.Array:
    rows = [random.normal(each, (3,)) for each in random.split(key, count)]
    return jnp.stack(rows)
