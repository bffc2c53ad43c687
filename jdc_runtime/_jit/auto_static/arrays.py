"""The contents of arrays as hashable values: static arrays are compared by content."""

from __future__ import annotations

import hashlib
import weakref
from typing import TYPE_CHECKING, Any, Final, cast

import jax
import numpy as np

from .traced_leaves import class_of

if TYPE_CHECKING:
    from collections.abc import Hashable

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
    # of the array itself: one with a mask overrides it, and shows no data under the mask
    data: bytes = np.ndarray.tobytes(array) if issubclass(class_of(array), np.ndarray) else array.tobytes()
    return data if len(data) <= _MOST_BYTES else hashlib.blake2b(data, digest_size=32).digest()


def numpy_parts(array: np.ndarray[Any, Any] | np.generic) -> tuple[Hashable, list[Any]]:
    """Return what a NumPy array or scalar is compared by, and the dtype and objects that are to be read in it."""
    own = (array.shape, array.strides, array.flags.writeable)
    if not array.dtype.hasobject:
        return (*own, _digest(array)), [array.dtype]
    whole: Any = array
    plain: Any = np.ndarray.view(whole, np.ndarray).ravel() if isinstance(array, np.ndarray) else [array.item()]
    return own, [array.dtype, *plain]


def dtype_parts(dtype: np.dtype[Any]) -> tuple[Hashable, list[Any]]:
    """Return what a dtype is compared by, and what is to be read in it: metadata, which ``==`` leaves out."""
    own = (dtype, dtype.type, dtype.isalignedstruct)
    if dtype.metadata is None and dtype.fields is None and dtype.subdtype is None:
        return own, []
    return own, [dtype.metadata, dtype.fields, dtype.subdtype]
