"""Which dtype operands have in common: JAX's lattice with weak types, and NumPy's rules of NEP 50.

See https://docs.jax.dev/en/latest/type_promotion.html and https://numpy.org/neps/nep-0050-scalar-promotion.html.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from jdc_spec.dtypes import KEY

from .dtypes import (
    BOOL,
    COMPLEX,
    FLOATS,
    JAX_SCALARS,
    KINDS,
    NUMPY_SCALARS,
    SIGNED,
    TINY_FLOATS,
    TINY_INTEGERS,
    UNSIGNED,
    in_mode,
    kind,
    paired,
)
from .values import ArrayValue, DType, DTypeMistakeError, Library, UnclearError, show_dtype

Typed = tuple[DType | None, bool | None]
"""A dtype, and whether it is weak."""

_NEXT: Final[Mapping[str, Sequence[str]]] = {
    "bool": ("int",),
    "int": ("uint8", "int8", *TINY_INTEGERS),
    **dict.fromkeys(TINY_INTEGERS, ()),
    "uint8": ("int16", "uint16"),
    "uint16": ("int32", "uint32"),
    "uint32": ("int64", "uint64"),
    "uint64": ("float",),
    "int8": ("int16",),
    "int16": ("int32",),
    "int32": ("int64",),
    "int64": ("float",),
    "float": (*TINY_FLOATS, "bfloat16", "float16", "complex"),
    **dict.fromkeys(TINY_FLOATS, ()),
    "bfloat16": ("float32",),
    "float16": ("float32",),
    "float32": ("float64", "complex64"),
    "float64": ("complex128",),
    "complex": ("complex64",),
    "complex64": ("complex128",),
    "complex128": (),
}
"""JAX's lattice: what each dtype, and each type of Python, promotes to."""

_NUMPY_RANKS: Final = ("bool", "int", "float", "complex")


def _above(node: str, lattice: Mapping[str, Sequence[str]]) -> frozenset[str]:
    return frozenset((node,)).union(*(_above(upper, lattice) for upper in lattice[node]))


_ABOVE: Final = {
    True: {node: _above(node, _NEXT) for node in _NEXT},
    False: {node: _above(node, {**_NEXT, "uint32": ("int32", "uint64")}) for node in _NEXT},
}
"""For each mode and node everything that it promotes to. Without ``jax_enable_x64`` no two dtypes make 64 bits."""


def promoted(operands: Iterable[Typed], library: Library | None = "jax") -> Typed:
    """Return the dtype that operands have in common, and whether it is weak.

    Raises:
        MistakeError: there is none in either mode.

    """
    return _promoted(tuple(dict.fromkeys(operands)), library)


def promoted_arrays(arrays: Iterable[ArrayValue], library: Library | None = "jax") -> Typed:
    """Return the dtype that arrays have in common, and whether it is weak."""
    return _promoted(tuple(dict.fromkeys((array.dtype, array.weak) for array in arrays)), library)


@lru_cache(maxsize=4096)
def _promoted(operands: tuple[Typed, ...], library: Library | None) -> Typed:
    dtypes = [dtype for dtype, _ in operands if dtype is not None]
    if len(dtypes) < len(operands) or library is None:
        return None, None
    if library == "numpy":
        return _numpy([(str(dtype), weak) for dtype, weak in operands]), False
    weaknesses = list(product(*((weak,) if weak is not None else (False, True) for _, weak in operands)))
    if len(weaknesses) > 16:
        return None, None
    answers = {_in_both_modes(tuple(dtypes), weak) for weak in weaknesses}
    if answers == {None}:
        one, *others = dict.fromkeys(show_dtype(dtype) for dtype in dtypes)
        raise DTypeMistakeError(f"no dtype is common to {one} and {' and '.join(others)}; cast one with astype")
    found = {answer for answer in answers if answer is not None}
    common = {dtype for dtype, _ in found}
    weak = {weak for _, weak in found}
    return common.pop() if len(common) == 1 else None, weak.pop() if len(weak) == 1 else None


def _in_both_modes(dtypes: tuple[DType, ...], weak: tuple[bool, ...]) -> Typed | None:
    modes: list[tuple[str, bool] | None] = []
    for wide in (False, True):
        operands = zip((in_mode(dtype, wide=wide) for dtype in dtypes), weak, strict=True)
        modes.append(_join(tuple(dict.fromkeys(operands)), wide=wide))
    narrow, broad = modes
    if narrow is None or broad is None:
        return None if narrow is broad else (None, None)
    return paired(narrow[0], broad[0]), narrow[1] if narrow[1] == broad[1] else None


@lru_cache(maxsize=4096)
def _join(operands: tuple[tuple[str, bool], ...], *, wide: bool) -> tuple[str, bool] | None:
    """Return the least upper bound in one mode, None where there is none."""
    names = {name for name, _ in operands}
    all_weak = all(weak for _, weak in operands)
    if len(names) == 1 and (not all_weak or len(operands) == 1):
        return names.pop(), all_weak
    if KEY in names and all(name in KINDS or name == KEY for name in names):
        return None
    nodes = names if all_weak else {kind(name) if weak else name for name, weak in operands}
    above = [_ABOVE[wide].get(node) for node in nodes]
    known: list[frozenset[str]] = [bound for bound in above if bound is not None]
    if len(known) < len(above):
        raise UnclearError
    shared = known[0].intersection(*known)
    least = [node for node in shared if shared <= _ABOVE[wide][node]]
    if not least:
        return None
    (node,) = least
    weak = all_weak or (node in JAX_SCALARS and node != BOOL)
    dtype = in_mode(JAX_SCALARS[node], wide=wide) if node in JAX_SCALARS else node
    return dtype, weak and dtype != BOOL


def _numpy(operands: Sequence[tuple[str, bool | None]]) -> DType | None:
    """Return NumPy's common dtype; operands that are weak are scalars of Python."""
    if any(weak is None or name not in (BOOL, *SIGNED, *UNSIGNED, *FLOATS[1:], *COMPLEX) for name, weak in operands):
        raise UnclearError
    strong = [name for name, weak in operands if not weak]
    kinds = [_NUMPY_RANKS.index(KINDS[name]) for name, weak in operands if weak]
    if not strong:
        return NUMPY_SCALARS[_NUMPY_RANKS[max(kinds)]]
    dtype = strong[0]
    for other in strong[1:]:
        dtype = _numpy_pair(dtype, other)
    highest = max(kinds, default=0)
    own = _NUMPY_RANKS.index(KINDS[dtype])
    if highest <= own:
        return dtype
    if highest == 3 and own == 2:
        return "complex128" if dtype == "float64" else "complex64"
    return NUMPY_SCALARS[_NUMPY_RANKS[highest]]


def _numpy_pair(one: str, other: str) -> str:
    """Return the smaller dtype that holds all values of both."""
    if one == other:
        return one
    ranks = {KINDS[one]: one, KINDS[other]: other}
    if len(ranks) == 1:
        return _numpy_same_kind(one, other)
    if "bool" in ranks:
        return other if one == BOOL else one
    real = ranks.get("float") or _float_for(ranks.get("int", "int8"))
    if "int" in ranks and "float" in ranks:
        real = _numpy_same_kind(real, _float_for(ranks["int"]))
    if "complex" not in ranks:
        return real
    return "complex128" if "float64" in (real, *_halves(ranks["complex"])) else "complex64"


def _halves(name: str) -> tuple[str, ...]:
    return ("float64",) if name == "complex128" else ("float32",)


def _float_for(integer: str) -> str:
    """Return NumPy's smallest floating dtype for an integer dtype."""
    sizes = {"8": "float16", "16": "float32"}
    return sizes.get(integer.lstrip("uint"), "float64")


def _numpy_same_kind(one: str, other: str) -> str:
    for family in (SIGNED, UNSIGNED, FLOATS, COMPLEX):
        if one in family and other in family:
            return max(one, other, key=family.index)
    signed, unsigned = (one, other) if one in SIGNED else (other, one)
    least = UNSIGNED.index(unsigned) + 1
    return SIGNED[max(least, SIGNED.index(signed))] if least < len(SIGNED) else "float64"
