"""Functions whose answer is a dtype: ``jnp.result_type(x, y)``, ``jnp.dtype("float32")``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..dtypes import JAX_SCALARS, KINDS
from ..promotion import promoted
from ..values import ArrayValue, DType, DTypeValue, Items, Text, UnclearError, Value

_PYTHON: Final = {dtype: name for name, dtype in JAX_SCALARS.items()}
"""The type of Python by the dtype that JAX makes of it."""


def _as_value(dtype: DType | None) -> Value:
    """Return a dtype as a value; one that depends on the mode where a type of Python stands for it."""
    name = dtype if isinstance(dtype, str) else None if dtype is None else _PYTHON.get(dtype)
    if name is None or (name not in KINDS and name not in JAX_SCALARS):
        raise UnclearError
    return DTypeValue(name)


def result_type(call: Call) -> Value:
    """``result_type(x, y)`` of arrays: the dtype that they have in common."""
    given = call.values["args"]
    arrays = given.items if isinstance(given, Items) else ()
    if not arrays or not all(isinstance(each, ArrayValue) for each in arrays):
        raise UnclearError
    typed = [(each.dtype, each.weak) for each in arrays if isinstance(each, ArrayValue)]
    return _as_value(promoted(typed)[0])


def made(call: Call) -> Value:
    """``dtype("float32")`` and ``dtype(jnp.float32)``: the dtype itself, unless it is a type of Python."""
    given = call.values["dtype"]
    if isinstance(given, Text):
        given = DTypeValue(given.value or "")
    if not isinstance(given, DTypeValue) or given.name not in KINDS:
        raise UnclearError
    return given


DTYPE_QUESTIONS: Final[Mapping[str, tuple[str, Rule]]] = {
    "result_type": ("*args", result_type),
    "dtype": ("dtype, align=False, copy=False", made),
}
"""Functions of `jax.numpy`, each with its signature."""
