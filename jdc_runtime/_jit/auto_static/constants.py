"""NumPy arrays in static values, which JAX makes constants of: it keeps them by identity, whatever they hold by then.

With x64 off, JAX keeps the 32-bit copy of a 64-bit array for as long as some program uses it, and takes it again
for the same array. Of other arrays it keeps a view, which it reads again when a program is differentiated or vmapped.
"""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING, Any, Final, Protocol, cast
from weakref import WeakSet

import jax
import jax.numpy as jnp
import numpy as np

from .traced_leaves import class_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Array = np.ndarray[Any, Any]
_CONVERTED: Final = (np.ndarray, np.memmap)
_NARROW: Final = 4


def is_stale(array: Array) -> bool:
    """Return whether JAX would take older content for that of an array."""
    if class_of(array) not in _CONVERTED or array.dtype.kind not in "iufc" or array.dtype.itemsize <= _NARROW:
        return False
    with jax.ensure_compile_time_eval():
        taken = np.asarray(cast("Any", jnp).asarray(array))
    with np.errstate(all="ignore"):
        return taken.tobytes() != array.astype(taken.dtype).tobytes()


def without_stale(leaves: Sequence[Any]) -> list[Any]:
    """Return the leaves, those that JAX would take older content for as copies."""
    return [
        leaf.copy(order="K") if issubclass(class_of(leaf), np.ndarray) and is_stale(leaf) else leaf for leaf in leaves
    ]


class Forgetful(Protocol):
    """The wrapper that keeps the compiled programs."""

    def forget(self, arrays: list[Array]) -> None:
        """Drop all programs if one was traced with one of the arrays."""


_adding: Final = threading.Lock()
_all: Final[WeakSet[Forgetful]] = WeakSet()


def register(function: Forgetful) -> None:
    """Have a function drop programs with `forget_all`, as long as it is there."""
    with _adding:
        _all.add(function)


def forget_all(arrays: list[Array]) -> None:
    """Drop the programs of all functions that were traced with one of the arrays."""
    with _adding:
        functions = list(_all)
    for function in functions:
        function.forget(arrays)


def check_constants(arrays: Iterable[Array]) -> None:
    """Drop the programs with these arrays, if JAX would take older content for that of one.

    Raises:
        ValueError: it would still, since other programs use what it keeps.

    """
    stale = [array for array in arrays if is_stale(array)]
    if not stale:
        return
    forget_all(stale)
    if any(map(is_stale, stale)):
        raise ValueError(_STALE.format(dtype=stale[0].dtype, shape=stale[0].shape))


def check_nested(arrays: Iterable[Array], leaves: Iterable[Any]) -> None:
    """See `check_constants`, for those that are not leaves; of these there are copies, see `without_stale`."""
    copied = set(map(id, leaves))
    check_constants(array for array in arrays if id(array) not in copied)


class TracedArrays:
    """The arrays that a program was traced with."""

    __slots__ = ("_kept",)

    def __init__(self, arrays: Iterable[Array]) -> None:
        # a view dies before the array that it shows, which may change
        self._kept = [weakref.ref(array) if array.base is None else (lambda array=array: array) for array in arrays]

    def any_of(self, arrays: Iterable[Array]) -> bool:
        """Return whether one of the arrays is among them."""
        kept = {id(reference()) for reference in self._kept}
        return any(id(array) in kept for array in arrays)

    def changed(self, arrays: Sequence[Array]) -> list[Array]:
        """Return those that hold something else now than the array in their place, which they were equal to."""
        pairs = ((kept(), array) for kept, array in zip(self._kept, arrays, strict=True))
        return [old for old, array in pairs if old is not None and old is not array and _differ(old, array)]


def _differ(array: Array, other: Array) -> bool:
    # no constant is made of an array of objects
    return not array.dtype.hasobject and np.ndarray.tobytes(array) != np.ndarray.tobytes(other)


_STALE: Final = (
    "a static object holds a NumPy array of {dtype} and shape {shape} that was changed in place, and JAX keeps the "
    "32-bit constant that it made of it before, since other compiled functions use it: the program would compute "
    "with the old numbers. Assign a new array instead (`config.table = config.table * 2`), keep one of 32 bits "
    "there, or pass the array as an argument of its own"
)
