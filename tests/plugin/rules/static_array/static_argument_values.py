"""Static arguments that are lists, dicts or arrays themselves, which have no hash."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import jax_dataclasses as jdc
import numpy as np
import pytest


@partial(jax.jit, static_argnames=("shape",))
def shaped(x: jax.Array, shape: Sequence[int]) -> jax.Array:
    return x.reshape(shape)


@partial(jax.jit, static_argnums=1)
def repeated(x: jax.Array, n: Any, *, scale: float = 1.0) -> jax.Array:
    return jnp.tile(x, n) * scale


@jdc.jit
def marked(x: jax.Array, n: jdc.Static[int]) -> jax.Array:
    return jnp.tile(x, n)


@jax.jit
def count(x: jax.Array) -> int:
    return x.sum()  # type: ignore[return-value]


@jax.jit
def largest(x: jax.Array) -> tuple[jax.Array, int]:
    return x, x.max()  # type: ignore[return-value]


def host_count(x: jax.Array) -> int:
    return int(x.sum())


def containers(x: jax.Array, given: Sequence[int]) -> None:
    shaped(x, [2, 3])  # E: jdc-static-mutable
    shaped(x, shape=list(x.shape))  # E: jdc-static-mutable
    shaped(x, shape=[size + 1 for size in x.shape])  # E: jdc-static-mutable
    named = [3, 2]
    shaped(x, named)  # E: jdc-static-mutable
    repeated(x, (1, [2]))  # E: jdc-static-mutable
    repeated(x, {"a": 1})  # E: jdc-static-mutable
    shaped(x, x.shape)
    shaped(x, (3, 2))
    shaped(x, given)
    sizes = [3]
    shaped(x, tuple(sizes))
    repeated(x, frozenset((1,)))
    with pytest.raises(ValueError):
        shaped(x, [2, 3])


def arrays(x: jax.Array, given: jax.Array, rows: list[int]) -> None:
    repeated(x, jnp.max(x))  # E: jdc-static-array
    repeated(x, x.sum())  # E: jdc-static-array
    repeated(x, x[0])  # E: jdc-static-array
    repeated(x, np.ones(3))  # E: jdc-static-array
    repeated(x, count(x))  # E: jdc-static-array
    marked(x, count(x))  # E: jdc-static-array
    n = count(x)
    repeated(x, n)  # E: jdc-static-array
    y, m = largest(x)
    repeated(y, m)  # E: jdc-static-array
    repeated(x, int(count(x)))
    repeated(x, host_count(x))
    repeated(x, np.prod(x.shape))
    repeated(x, np.max(np.ones(3)))
    repeated(x, x.shape[0])
    repeated(x, jnp.ndim(x))
    repeated(x, rows[0])
    repeated(x, given)
    repeated(x, count(x).item())  # type: ignore[attr-defined]
    repeated(x, 2, scale=x.sum())  # type: ignore[arg-type]
    marked(x, host_count(x))
