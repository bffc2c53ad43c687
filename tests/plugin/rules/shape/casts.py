"""jdc-shape and jdc-dtype: ``jnp.float32(x)``, which is `Any` to mypy."""

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float16, Float32


def widened(x: Float16[Array, "3"]) -> Float32[Array, "3"]:
    y = jnp.sin(x)
    return y * jnp.float32(2)


def kept(x: Float16[Array, "3"]) -> Float16[Array, "3"]:
    y = jnp.sin(x)
    return y * jnp.float32(2)  # E: jdc-dtype


def kept_by_name(x: Float16[Array, "3"]) -> Float16[Array, "3"]:
    scale = jnp.float32(2)
    y = jnp.sin(x) * scale
    return y  # E: jdc-dtype


def cast(x: Float16[Array, "3"]) -> Float16[Array, "3"]:
    print(jnp.sin(x))
    return jnp.float32(x)  # E: jdc-dtype


def of_another_size(x: Float16[Array, "3"]) -> Float32[Array, "4"]:
    print(jnp.sin(x))
    return jnp.float32(x)  # E: jdc-shape


def added(x: Float16[Array, "3"], y: Float16[Array, "4"]) -> Float32[Array, "4"]:
    print(jnp.sin(x) + jnp.float32(y))  # E: jdc-shape
    print(x * jnp.float32(y))  # E: jdc-shape
    return jnp.float32(y)


def of_numpy(x: Float16[Array, "3"]) -> Float32[Array, "3"]:
    print(jnp.sin(x))
    return x * np.float32(2)


def of_python(x: Float16[Array, "3"]) -> Float16[Array, "3"]:
    print(jnp.sin(x))
    return x * float(2)


def followed(x):
    for _ in range(2):
        x = jnp.float32(x)
    return x + jnp.zeros(3)  # E: jdc-shape


print(followed(np.ones(3)))
print(followed(np.ones(4)))
