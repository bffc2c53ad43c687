"""Code that the source shows never to run, as the names in a condition are known."""

import jax.numpy as jnp
import numpy as np

dim = 2
kind = "full"
depth = 4
is_plain = False
also_plain = is_plain
cov = np.eye(dim)

if dim == 1:
    samples = np.random.normal(np.ones(dim), cov, size=100)
else:
    samples = np.random.multivariate_normal(np.ones(dim), cov, size=100)

if dim != 1:
    samples = np.random.multivariate_normal(np.ones(dim), cov, size=100)
else:
    samples = np.random.normal(np.ones(dim), cov, size=100)

if kind == "diagonal":
    cov @ jnp.ones(3)
if also_plain:
    cov @ jnp.ones(3)
if not is_plain:
    cov @ jnp.ones(3)  # E: jdc-shape
if dim > 1:
    cov @ jnp.ones(3)  # E: jdc-shape
if kind == 2:
    cov @ jnp.ones(3)  # E: jdc-shape


def scaled(x: float, size: int = 1) -> object:
    if depth < 2:
        return jnp.ones(2) + jnp.ones(3)
    if size == 1:
        return jnp.ones(2) + jnp.ones(3)  # E: jdc-shape
    return x


dim = 3
if dim == 3:
    jnp.ones(2) + jnp.ones(3)  # E: jdc-shape
if dim == 2:
    jnp.ones(2) + jnp.ones(3)
