"""Functions of JAX whose own annotations strict checkers find partly unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

import jax
import jax.numpy as jnp
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

_jnp: Final[Any] = jnp
_lax: Final[Any] = jax.lax
trees: Final[Any] = jax.tree_util


def asarray(value: object, dtype: Any = None) -> jax.Array:
    """Return a value as an array, of another dtype if one is given.

    Raises:
        OverflowError: integers of NumPy that JAX would wrap, as it keeps 32 bits of them without ``jax_enable_x64``.
        TypeError: not an array of numbers.

    """
    if isinstance(value, np.ndarray | np.generic):
        _refuse_wrapping(cast("Any", value))
    array: jax.Array = _jnp.asarray(value, dtype)
    return array


def is_array(leaf: object) -> bool:
    """Return whether a leaf is an array that JAX takes: no strings, dates, records or other objects."""
    if isinstance(leaf, np.ndarray | np.generic):
        dtype = cast("Any", leaf).dtype
        return dtype == jax.dtypes.float0 or any(_jnp.issubdtype(dtype, kind) for kind in (np.number, np.bool_))
    return isinstance(leaf, jax.Array)


def computing_dtype(*arrays: jax.Array) -> tuple[jnp.dtype, jnp.dtype]:
    """Return the dtype of a result, as JAX promotes, and that of sums on the way to it: at least float32."""
    result = jnp.result_type(*arrays)
    if not jnp.issubdtype(result, jnp.inexact):
        result = jnp.result_type(float)
    return result, jnp.promote_types(result, jnp.float32)


def as_index(array: jax.Array, size: int) -> jax.Array:
    """Return integers as indices of ``size`` values, all out of range as ``size``: JAX counts below 0 from the end.

    They get a dtype that can hold ``size``, which int8 and uint8 may not.
    """
    index = array.astype(jnp.int64 if array.dtype.itemsize == 8 else jnp.int32)
    return jnp.where((index < 0) | (index >= size), size, index)


def limits(dtype: Any) -> Any:
    """Return the `jax.numpy.iinfo` of an integer dtype, the `jax.numpy.finfo` of a floating one."""
    return _jnp.iinfo(dtype) if jnp.issubdtype(dtype, jnp.integer) else _jnp.finfo(dtype)


def filled(shape: int | Sequence[int], value: float, dtype: Any = None) -> jax.Array:
    """Return an array of one value, of the default dtype for floats unless one is given."""
    array: jax.Array = _jnp.full(shape, value, float if dtype is None else dtype)
    return array


def _refuse_wrapping(value: Any) -> None:
    if value.dtype.kind not in "iu" or not value.size:
        return
    kept = jax.dtypes.canonicalize_dtype(value.dtype)
    for extreme in (value.min(), value.max()):
        if int(extreme) != int(extreme.astype(kept)):
            raise OverflowError(
                f"an array of {value.dtype} holds {extreme}, of which JAX keeps {int(extreme.astype(kept))}, its "
                f"{8 * kept.itemsize} bits; use floats, or set jax_enable_x64"
            )


def mean_over(x: jax.Array, names: tuple[str, ...]) -> jax.Array:
    """Return the mean over mapped axes."""
    mean: jax.Array = _lax.pmean(x, names)
    return mean


def size_over(names: tuple[str, ...]) -> int:
    """Return how many elements mapped axes have."""
    size: int = _lax.psum(1, names)
    return size
