"""jdc-shape: lists of unknown length whose items are alike: all sizes but that of the list are known."""

from collections.abc import Iterable

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float


def closed(x: Float[Array, "3"]) -> Float[Array, "4"]:
    return jnp.concatenate([x, x[:1]])


def paths(xs: list[Float[Array, "3"]]) -> Float[Array, "n 3"]:
    return jnp.stack([closed(x) for x in xs])  # E: jdc-shape


def closed_paths(xs: Iterable[Float[Array, "3"]]) -> Float[Array, "n 4"]:
    return jnp.stack([closed(x) for x in xs])


def made(n: int, names: list[str], rows: Float[Array, "n 3"]) -> None:
    print(jnp.stack([jnp.zeros(3) for _ in range(n)]) @ jnp.ones(4))  # E: jdc-shape
    print(jnp.stack([jnp.zeros(3) for name in names if name], axis=1) + jnp.ones((2, 1)))  # E: jdc-shape
    print(jnp.concatenate([jnp.zeros((2, 3)) for _ in names], axis=1).reshape(3, -1) @ jnp.ones(2), names)
    print(jnp.concatenate([jnp.zeros((2, 3)) for _ in names]) @ jnp.ones(2))  # E: jdc-shape
    print(jnp.array([(i, 1.0) for i in range(n)]) @ jnp.ones(3))  # E: jdc-shape
    print(np.vstack([np.zeros(3) for _ in names]) + np.ones((1, 2)))  # E: jdc-shape
    print(jnp.array([len(name) for name in names])[:, 0])  # E: jdc-shape
    print(jnp.concatenate([jnp.zeros(()) for _ in names]))  # E: jdc-shape
    print(jnp.stack([row + 1 for row in rows]) @ jnp.ones(4))  # E: jdc-shape
    print(jnp.stack([jnp.zeros(3) for _ in range(n)]) @ jnp.ones(3), jnp.stack([jnp.zeros(3) for _ in names]).T)
    print(jnp.stack([jnp.zeros(3) for _ in names], -1) @ jnp.ones(5), jnp.array([0.5 for _ in names]) + jnp.ones(9))
    print(jnp.concatenate([jnp.zeros(3) for _ in names]) + jnp.ones(7), jnp.array([[n, 1] for _ in names]).T[:2])
    print(jnp.stack([jnp.zeros(len(name)) for name in names]) @ jnp.ones(4), jnp.array([f"{n}" == "1"] * n))
    print(
        jnp.stack([jnp.zeros(3) if name else jnp.zeros(4) for name in names]) @ jnp.ones(4), np.array(names)[:, None]
    )
    print(np.array([[name] * n for name in names], dtype=object) + np.array([[1, 2], [3]], dtype=object))
    print(np.array([np.zeros(i) for i in range(n)], dtype=object), np.array([rows for _ in names], object)[0])
