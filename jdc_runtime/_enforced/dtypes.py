"""Which dtypes of actual arrays an annotated dtype takes: the names of `jdc_spec`, and JAX for all others.

NumPy has dtypes that no array of JAX has (objects, text, dates, records, long doubles, the other byte order),
although `numpy.issubdtype` takes some for floating or for numbers.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, Final, cast

import jax
import jax.numpy as jnp
import numpy as np

from jdc_spec.dtypes import EXACT, covered, matches, takes_scalar

_SCALARS: Final = (bool, int, float, complex)
_NUMBERS: Final = ("signedinteger", "unsignedinteger", "integer", "floating", "complexfloating", "inexact", "number")
_ABSTRACT: Final[Mapping[str, Any]] = {
    **{name: getattr(jnp, name) for name in (*_NUMBERS, "generic")},
    "prng_key": jax.dtypes.prng_key,
    "Key": jax.dtypes.prng_key,
    "extended": jax.dtypes.extended,
}


def scalar_name(value: object) -> str | None:
    """Return ``bool``, ``int``, ``float`` or ``complex`` for a Python scalar, or one of a subclass; else None."""
    return next((kind.__name__ for kind in _SCALARS if isinstance(value, kind)), None)


def show(dtype: Any) -> str:
    """Return the name of a dtype as messages have it."""
    if _is_numpys(dtype):
        return "float0" if dtype == jax.dtypes.float0 else str(dtype)
    return str(getattr(dtype, "name", dtype))


def fits(dtype: Any, expected: str) -> bool:
    """Return whether an array of a dtype satisfies an annotated one, as `jax.numpy.issubdtype` says.

    A dtype that JAX cannot hold satisfies nothing, and one that is no dtype to JAX everything: nobody can tell. The
    tangents of whole numbers, booleans and keys (`jax.dtypes.float0`) may stand where those are annotated.
    """
    name = str(getattr(dtype, "name", dtype))
    if not _is_numpys(dtype):
        return matches(name, expected) if name in EXACT else _fits_extended(dtype, expected)
    if dtype == jax.dtypes.float0:
        return not covered(expected) <= covered("inexact")
    if not is_held(dtype):
        return False
    return matches(name, expected) if name in EXACT else _is_below(dtype, expected)


def keeps_dtype(dtype: Any, scalar: object) -> bool:
    """Return whether an array keeps its dtype when a Python scalar takes its place, which JAX's promotion decides."""
    name = str(dtype)
    return not (_is_numpys(dtype) and not is_held(dtype)) and takes_scalar(name, type(scalar).__name__)


@functools.cache
def is_held(dtype: Any) -> bool:
    """Return whether JAX has arrays of a NumPy dtype."""
    if dtype.isbuiltin == 1 and dtype.name in EXACT:
        return True
    try:
        cast("Any", jax).eval_shape(_same, np.zeros((), dtype))
    except Exception:  # JAX refuses with errors of several types
        return False
    return True


def _is_numpys(dtype: object) -> bool:
    return isinstance(dtype, np.dtype)


def _same(value: object) -> object:
    return value


def _fits_extended(dtype: Any, expected: str) -> bool:
    try:
        if not jnp.issubdtype(dtype, jax.dtypes.extended):
            return True
    except TypeError:  # a dtype of another library: its arrays are none to JAX
        return True
    return _is_below(dtype, expected)


def _is_below(dtype: Any, expected: str) -> bool:
    return expected in _ABSTRACT and bool(jnp.issubdtype(dtype, _ABSTRACT[expected]))
