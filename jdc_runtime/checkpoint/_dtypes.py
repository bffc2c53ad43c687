"""The dtypes that a checkpoint can hold, by name: those that a `jax.Array` can have.

JAX, which is loaded before this, lets ml_dtypes tell numpy the names of bfloat16 and its kin.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np

from jdc_spec.dtypes import EXACT

_SHARED: Final = {
    "bool": "BOOL",
    "int8": "I8",
    "int16": "I16",
    "int32": "I32",
    "int64": "I64",
    "uint8": "U8",
    "uint16": "U16",
    "uint32": "U32",
    "uint64": "U64",
    "float16": "F16",
    "bfloat16": "BF16",
    "float32": "F32",
    "float64": "F64",
    "complex64": "C64",
}
"""The dtypes that every reader of safetensors has."""


def safetensors_form(dtype: str, shape: Sequence[int]) -> tuple[str, list[int]]:
    """Return as what safetensors knows an array: by its own dtype, as pairs of F64, or as bytes."""
    if dtype in _SHARED:
        return _SHARED[dtype], [*shape]
    return ("F64", [*shape, 2]) if dtype == "complex128" else ("U8", [*shape])


def dtype_named(name: object) -> np.dtype[Any] | None:
    """Return a dtype; None where the name is unknown, to jdc or to the numpy and ml_dtypes that are installed."""
    return _known(name) if isinstance(name, str) else None


@cache
def _known(name: str) -> np.dtype[Any] | None:
    if name not in EXACT or name.startswith("key<"):
        return None
    try:
        return np.dtype(name)
    except TypeError:
        return None
