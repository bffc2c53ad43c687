"""What arrays hold, as hashable values: where an array is static, it is so by its content."""

from __future__ import annotations

import hashlib
import weakref
from typing import TYPE_CHECKING, Any, Final, cast

import jax
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

_MOST_BYTES: Final = 1024
"""Up to here the bytes themselves are kept, else a digest of them."""

# JAX's arrays never change, so each is read once; they have no hash for a weakref.WeakKeyDictionary.
_read: Final[dict[int, tuple[weakref.ref[jax.Array], Hashable]]] = {}


def array_content(array: jax.Array) -> Hashable:
    """Return all that a traced function can see of a concrete array."""
    address = id(array)
    known = _read.get(address)
    if known is not None and known[0]() is array:
        return known[1]
    content = _content(array)

    def forget(reference: weakref.ref[jax.Array]) -> None:
        if _read.get(address, (None,))[0] is reference:
            del _read[address]

    _read[address] = (weakref.ref(array, forget), content)
    return content


def _content(array: jax.Array) -> Hashable:
    data: Any = array
    if cast("Any", jax).dtypes.issubdtype(array.dtype, jax.dtypes.prng_key):
        with jax.ensure_compile_time_eval():  # also where something else is being traced
            data = jax.random.key_data(array)
    weak = getattr(array, "weak_type", False)
    return (jax.Array, array.shape, array.dtype, weak, array.sharding, _digest(np.asarray(data)))


def _digest(array: Any) -> bytes:
    data: bytes = array.tobytes()
    return data if len(data) <= _MOST_BYTES else hashlib.blake2b(data, digest_size=32).digest()


def numpy_content(array: np.ndarray[Any, Any] | np.generic, read: Callable[[Any], Hashable]) -> Hashable:
    """Return what a NumPy array or scalar holds, reading the items of an object array with ``read``."""
    items = read(array.tolist()) if array.dtype.hasobject else _digest(array)
    return (array.shape, dtype_content(array.dtype, read), items)


def dtype_content(dtype: np.dtype[Any], read: Callable[[Any], Hashable]) -> Hashable:
    """Return what a dtype is compared by: itself and its metadata, which ``==`` leaves out, at any depth."""
    if dtype.metadata is None and dtype.fields is None and dtype.subdtype is None:
        return dtype
    return (dtype, read([dtype.metadata, dtype.fields, dtype.subdtype]))
