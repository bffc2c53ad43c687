"""Functions that ask an array for its shape: ``jnp.shape(x)``, ``jnp.ndim(x)`` and ``jnp.size(x)``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .arguments import Call, Rule
from .dtypes import kind_of
from .methods import array_property
from .values import NONE, ArrayValue, Scalar, UnclearError, Value


def _asked(name: str) -> Rule:
    def rule(call: Call) -> Value:
        if call.values.get("axis", NONE) is not NONE or not isinstance(call.values["a"], ArrayValue | Scalar):
            raise UnclearError
        return array_property(call.array("a"), name)

    return rule


def _truth(call: Call) -> Value:
    """``iscomplexobj(x)``: a bool of Python, which the dtype tells."""
    value = call.values["x"]
    found = kind_of(value.dtype) if isinstance(value, ArrayValue) else None
    return Scalar("bool", None if found is None else found == "complex")


QUESTIONS: Final[Mapping[str, tuple[str, Rule]]] = {
    "shape": ("a", _asked("shape")),
    "ndim": ("a", _asked("ndim")),
    "size": ("a, axis=None", _asked("size")),
    "iscomplexobj": ("x", _truth),
}
"""The same in `jax.numpy` and `numpy`."""
