"""Functions of JAX whose own annotations strict checkers find partly unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import jax
import jax.numpy as jnp

if TYPE_CHECKING:
    from collections.abc import Sequence

_jnp: Final[Any] = jnp
_lax: Final[Any] = jax.lax
trees: Final[Any] = jax.tree_util


def asarray(value: object, dtype: Any = None) -> jax.Array:
    """Return a value as an array, of another dtype if one is given."""
    array: jax.Array = _jnp.asarray(value, dtype)
    return array


def filled(shape: int | Sequence[int], value: float, dtype: Any = None) -> jax.Array:
    """Return an array of one value, of the default dtype for floats unless one is given."""
    array: jax.Array = _jnp.full(shape, value, float if dtype is None else dtype)
    return array


def mean_over(x: jax.Array, names: tuple[str, ...]) -> jax.Array:
    """Return the mean over mapped axes."""
    mean: jax.Array = _lax.pmean(x, names)
    return mean


def size_over(names: tuple[str, ...]) -> int:
    """Return how many elements mapped axes have."""
    size: int = _lax.psum(1, names)
    return size
