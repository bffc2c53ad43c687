"""jdc-shape: lists of arrays and numbers of which some are unknown: the others show the shape of all."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np


def rows(a: Any, b: Any, x: jax.Array, dtype: Any, xs: list[jax.Array]) -> None:
    print(jnp.array([a, 1.0]) @ jnp.ones(3))  # E: jdc-shape
    print(jnp.array([[a, 0], [0, b]]) @ jnp.ones((3, 2)))  # E: jdc-shape
    print(jnp.array([x, x, 0]).reshape(2, 2))  # E: jdc-shape
    print(np.array([a, jnp.ones(3)]) + np.ones(4))  # E: jdc-shape
    print(jnp.array([(a, 1), (1, b)], jnp.int32) << 0.5)  # E: jdc-dtype
    print(jnp.array([a, 1.0]) @ jnp.ones(2), jnp.array([[a, 0], [0, b]]) @ jnp.ones((2, 2)))
    print(jnp.array([a, b]) @ jnp.ones(3), jnp.array([a, b], jnp.int32) << 1, jnp.array([*a, 1.0]) @ jnp.ones(7))
    print(jnp.array([*xs, x]) @ jnp.ones(7), jnp.array([a for _ in xs]) @ jnp.ones(7), jnp.array(a) @ jnp.ones(7))
    print(np.array([x, jnp.ones(3)], dtype=object) + np.ones(2), np.array([x, 1], dtype) + np.ones(3))
    print(np.array([jnp.ones(3), jnp.ones(4)], object), np.asarray([[1, 2], [3]], dtype), np.array(["a", a]))
    print(np.array([None, a]), np.array([a, "b"]), np.sum([a, 1]), np.sum([a, [1, 2]], 0) + np.ones(2))
    print(jnp.array([jnp.zeros((), jnp.float8_e4m3fn), 1.0, jnp.ones(())], dtype=jnp.float32) + jnp.ones(3))
