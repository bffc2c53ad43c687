"""Samples that NumPy draws, by functions and by generators."""

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Int

rng = np.random.default_rng(0)
old = np.random.RandomState(0)


def scores(x: Float[Array, "n 4"], w: Float[Array, "4"]) -> Float[Array, "n"]:
    return x @ w


def rows(x: Int[np.ndarray, "n"]) -> Int[np.ndarray, "n"]:
    return x


def drawn(generator: np.random.Generator) -> None:
    noise = generator.normal(size=(3, 4))
    noise @ np.ones(4)
    noise @ np.ones(3)  # E: jdc-shape
    generator = old_and_new(generator)
    generator.normal(size=3) + np.ones(4)


def old_and_new(generator: np.random.Generator) -> np.random.Generator:
    return generator


scores(jnp.asarray(rng.normal(size=(10, 4))), jnp.ones(4))
scores(jnp.asarray(rng.normal(size=(10, 3))), jnp.ones(4))  # E: jdc-shape
scores(jnp.array(np.random.randn(10, 4), dtype=jnp.float32), jnp.ones(4))
scores(jnp.array(np.random.randn(10, 3), dtype=jnp.float32), jnp.ones(4))  # E: jdc-shape
scores(jnp.asarray(old.rand(4, 10)), jnp.ones(4))  # E: jdc-shape
scores(jnp.asarray(np.random.randint(0, 5, (10, 4))), jnp.ones(4))  # E: jdc-dtype
rows(rng.integers(0, 10, size=7))
rows(rng.integers(0, 10, size=(7, 1)))  # E: jdc-shape
rows(rng.uniform(0, 10, size=7))  # E: jdc-dtype
rows(np.random.permutation(5))
rows(rng.choice(5, 3))
rng.choice(5, 3, p=np.ones(4) / 4)  # E: jdc-shape
np.random.normal(np.zeros(3), 1.0, size=(2, 4))  # E: jdc-shape
np.random.normal(np.zeros(3), 1.0, size=(2, 3)) + np.zeros((2, 1))
np.random.normal() + np.zeros(3)
rng.random() + jnp.zeros(3)
rng.standard_normal((2, 3)) + jnp.zeros(2)  # E: jdc-shape
jax.random.normal(jax.random.key(0), (3,)) + rng.random(3)
