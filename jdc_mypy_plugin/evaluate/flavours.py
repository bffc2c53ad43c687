"""How NumPy and JAX choose the dtype of an array that they make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

PYTHON_SCALARS: Final = ("bool", "int", "float", "complex")
"""Python's scalar types, each promoted to the next."""


@dataclass(frozen=True, slots=True)
class Flavour:
    """One array library's rules."""

    scalars: Mapping[str, str]
    """The dtype of an array made of Python scalars, and of a Python type used as a dtype."""
    canonical: Mapping[str, str]
    """The dtype that a requested one becomes; others stay."""

    def adopt(self, dtype: str) -> str:
        """Return the dtype of an array that is made with, or from an array of, ``dtype``."""
        return self.canonical.get(dtype, dtype)


NUMPY: Final = Flavour(
    scalars={"bool": "bool", "int": "int64", "float": "float64", "complex": "complex128"}, canonical={}
)

JAX: Final = Flavour(
    scalars={"bool": "bool", "int": "int", "float": "float", "complex": "complex"},
    canonical={"int64": "int", "uint64": "unsignedinteger", "float64": "float", "complex128": "complex"},
)
"""Without ``jax_enable_x64``, the default, JAX makes 32 bits of 64; the names here cover both."""
