"""The dtypes that a checkpoint can hold, by name: those that a `jax.Array` can have.

JAX, which is loaded before this, lets ml_dtypes tell numpy the names of bfloat16 and its kin.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jdc_spec.dtypes import EXACT


def dtype_named(name: object) -> np.dtype[Any] | None:
    """Return a dtype; None where the name is unknown, to jdc or to the numpy and ml_dtypes that are installed."""
    if not isinstance(name, str) or name not in EXACT or name.startswith("key<"):
        return None
    try:
        return np.dtype(name)
    except TypeError:
        return None
