"""Dtypes in both modes of ``jax_enable_x64``: rules for one mode are lifted to dtypes that depend on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from .values import DType, Library, MistakeError, ModePair, UnclearError

BOOL: Final = "bool"
SIGNED: Final = ("int8", "int16", "int32", "int64")
UNSIGNED: Final = ("uint8", "uint16", "uint32", "uint64")
FLOATS: Final = ("bfloat16", "float16", "float32", "float64")
COMPLEX: Final = ("complex64", "complex128")
TINY_INTEGERS: Final = ("int2", "int4", "uint2", "uint4")
TINY_FLOATS: Final = (
    "float8_e3m4",
    "float8_e4m3",
    "float8_e4m3b11fnuz",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
)

KINDS: Final[Mapping[str, str]] = {
    BOOL: "bool",
    **dict.fromkeys(SIGNED + UNSIGNED, "int"),
    **dict.fromkeys(FLOATS, "float"),
    **dict.fromkeys(COMPLEX, "complex"),
    **dict.fromkeys(TINY_INTEGERS, "int"),
    **dict.fromkeys(TINY_FLOATS, "float"),
}
"""The Python type that a dtype of numbers is like."""

NARROW: Final[Mapping[str, str]] = {
    "int64": "int32",
    "uint64": "uint32",
    "float64": "float32",
    "complex128": "complex64",
}
"""The dtypes that JAX gives in place of those of 64 bits without ``jax_enable_x64``."""

INT: Final = ModePair("int32", "int64")
FLOAT: Final = ModePair("float32", "float64")
COMPLEX_DEFAULT: Final = ModePair("complex64", "complex128")

JAX_SCALARS: Final[Mapping[str, DType]] = {"bool": BOOL, "int": INT, "float": FLOAT, "complex": COMPLEX_DEFAULT}
NUMPY_SCALARS: Final[Mapping[str, DType]] = {
    "bool": BOOL,
    "int": "int64",
    "float": "float64",
    "complex": "complex128",
}

_TO_FLOAT: Final[Mapping[str, str]] = {
    **dict.fromkeys((BOOL, *SIGNED, *UNSIGNED, *TINY_INTEGERS), "float32"),
    "int64": "float64",
    "uint64": "float64",
}
_TO_REAL: Final[Mapping[str, str]] = {"complex64": "float32", "complex128": "float64"}
_TO_COMPLEX: Final = ("float64", "complex128")
_ITEM_BITS: Final[Mapping[str, int]] = {"bool": 8, "bfloat16": 16, "complex64": 64, "complex128": 128}


def adopted(name: str, library: Library | None) -> DType | None:
    """Return the dtype of an array for which ``name`` is requested, or that is made of an array of ``name``."""
    if library is None:
        return name if name not in NARROW and name not in JAX_SCALARS else None
    if library == "numpy":
        return NUMPY_SCALARS.get(name, name)
    if name in JAX_SCALARS:
        return JAX_SCALARS[name]
    return ModePair(NARROW[name], name) if name in NARROW else name


def in_mode(dtype: DType, *, wide: bool) -> str:
    """Return the dtype with or without ``jax_enable_x64``."""
    return dtype if isinstance(dtype, str) else dtype[wide]


def paired(narrow: str, wide: str) -> DType:
    """Return one dtype for both modes."""
    return narrow if narrow == wide else ModePair(narrow, wide)


def lifted(rule: Callable[[str], str], dtype: DType | None) -> DType | None:
    """Apply a rule for one dtype in both modes.

    Raises:
        MistakeError: the rule raises it in both.

    """
    if dtype is None:
        return None
    if isinstance(dtype, str):
        return rule(dtype)
    try:
        narrow = rule(dtype.narrow)
    except MistakeError:
        rule(dtype.wide)
        return None
    return paired(narrow, rule(dtype.wide))


def kind(name: str) -> str:
    """Return ``bool``, ``int``, ``float`` or ``complex``.

    Raises:
        UnclearError: the dtype is not one of numbers that are known here, such as a random key.

    """
    found = KINDS.get(name)
    if found is None:
        raise UnclearError
    return found


@lru_cache(maxsize=512)
def kind_of(dtype: DType | None) -> str | None:
    """Return the kind of a dtype, or None where it is unknown or differs between the modes."""
    if dtype is None or isinstance(dtype, str):
        return None if dtype is None else KINDS.get(dtype)
    narrow, wide = KINDS.get(dtype.narrow), KINDS.get(dtype.wide)
    return narrow if narrow == wide else None


def to_inexact(name: str) -> str:
    """Return the dtype that functions such as ``sin`` compute in."""
    kind(name)
    return _TO_FLOAT.get(name, name)


def to_real(name: str) -> str:
    """Return the dtype of the absolute value."""
    kind(name)
    return _TO_REAL.get(name, name)


def to_real_inexact(name: str) -> str:
    """Return the dtype of norms and variances."""
    return to_real(to_inexact(name))


def to_complex(name: str) -> str:
    """Return the dtype of eigenvalues and Fourier transforms."""
    return "complex128" if to_inexact(name) in _TO_COMPLEX else "complex64"


def summed(name: str, *, wide: bool) -> str:
    """Return the dtype that a sum has: small integers grow to the default size."""
    found = kind(name)
    if found == "bool" or (found == "int" and name in (*SIGNED, "int2", "int4")):
        return "int64" if wide else "int32"
    if found == "int":
        return "uint64" if wide else "uint32"
    return name


def bits(name: str) -> int:
    """Return how many bits an element takes."""
    kind(name)
    return _ITEM_BITS.get(name) or int(name.partition("_")[0].lstrip("uintfloa"))
