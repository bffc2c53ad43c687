"""Python numbers as arrays, without a loss that nobody asked for."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final, cast

import jax.numpy as jnp
import numpy as np

from jdc_spec.dtypes import covered

_jnp: Final[Any] = cast("Any", jnp)


def converted(number: complex, dtype: np.dtype[Any]) -> np.ndarray[Any, Any] | None:
    """Return a Python number as an array of shape ``()``; None where the dtype cannot hold it.

    Integers stay what they are. Of floats, the precision becomes that of the dtype, as in JAX, but not infinite,
    zero or of another sign.
    """
    is_inexact = dtype.name in covered("inexact")
    try:
        with np.errstate(all="ignore"):
            # ml_dtypes has no way from integers of more than 64 bits
            data: np.ndarray[Any, Any] = np.asarray(
                float(number) if is_inexact and isinstance(number, int) else number, dtype
            )
            back: Any = complex(data) if isinstance(number, complex) else _python_number(data)
    except OverflowError:
        return None
    if isinstance(number, int):
        return data if back == number else None
    precision = float(_jnp.finfo(dtype).eps)
    pairs = zip(_parts(number), _parts(back), strict=True)
    return data if all(_is_near(one, other, precision) for one, other in pairs) else None


def _python_number(data: np.ndarray[Any, Any]) -> complex:
    name = data.dtype.name  # which jdc knows also where an older JAX does not
    if name in covered("complexfloating"):
        return complex(data)
    return float(data) if name in covered("floating") else int(data)


def _parts(number: complex) -> Iterable[float]:
    return (number.real, number.imag)


def _is_near(number: float, other: float, precision: float) -> bool:
    if math.isnan(number) or number in (0, math.inf, -math.inf):
        return repr(number) == repr(other)
    return abs(number - other) <= precision * abs(number)
