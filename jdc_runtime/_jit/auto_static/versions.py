"""States that code was seen in, where the code is what a program depends on without being given it.

What a function changes itself while it is traced is no other state, as `jax.jit` runs such side effects once: a
function that counts its traces in an enclosing variable is traced once.
"""

from __future__ import annotations

import operator
import warnings
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from .code import BoundReader, CodeReader, held_by, is_still, looked_at
from .constants import Array, check_constants
from .stand_in_names import add

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

Vector = tuple[int, ...]
_MANY: Final = 16


class Code:
    """A function, class, module or enum member, or what a wrapped callable is bound to."""

    __slots__ = ("_code", "_count", "_is_bound", "_known", "_last", "_name", "_version", "arrays")

    def __init__(self, code: Any, name: str) -> None:
        self._code = code
        self._name = name
        self._count = 0
        self._known: dict[Hashable, int] = {}
        self._is_bound = held_by(code) is None
        self._last: Sequence[Any] = ()
        """The values looked at last, if only another value in place of one is a change."""
        self._version = 0
        self.arrays: list[Array] = []
        """Those in the state that was read last."""

    def version(self) -> int:
        """Return the number of the state that the code is in."""
        last = self._last
        if last:
            values = looked_at(self._code)
            if len(values) == len(last) and all(map(operator.is_, values, last)):
                return self._version
        state, self.arrays = self._read()
        version = self._known.get(state)
        if version is None:
            self._count += 1
            version = add(self._known, state, self._count)
            if version == _MANY:
                warnings.warn(_CHANGES.format(name=self._name, code=self._code, count=_MANY), stacklevel=5)
        if version != self._version or last:
            found = [] if self._is_bound else looked_at(self._code)
            self._last = found if is_still(self._code, found) else ()
            self._version = version
        return version

    def adopt(self, version: int) -> None:
        """Take the present state for the one of this number, which a trace has just changed."""
        self._last = ()
        state, _ = self._read()
        if self._known.get(state) != version:
            self._known.pop(state, None)
            add(self._known, state, version)

    def _read(self) -> tuple[Hashable, list[Array]]:
        if not self._is_bound:
            reader = CodeReader()
            return reader.read(held_by(self._code)), reader.arrays
        bound = BoundReader()
        states: list[Hashable] = [bound.read(self._code)]
        arrays = bound.arrays
        for code in bound.codes.values():
            reader = CodeReader()
            states.append(reader.read(held_by(code)))
            arrays += reader.arrays
        return tuple(states), arrays


def versions(codes: Iterable[Code]) -> Vector:
    """Return the states that code is in."""
    return tuple([code.version() for code in codes])


def check_code(codes: Iterable[Code]) -> None:
    """See `check_constants`, for the arrays in code."""
    for code in codes:
        check_constants(code.arrays)


def uses(codes: Iterable[Code], arrays: Iterable[Array]) -> bool:
    """Return whether one of the arrays is in code."""
    found = {id(array) for code in codes for array in code.arrays}
    return any(id(array) in found for array in arrays)


def adopt(codes: Iterable[Code], vector: Vector) -> None:
    """Take changes of code by the trace that just ended for no change."""
    for code, version in zip(codes, vector, strict=True):
        code.adopt(version)


class Codes:
    """The code that the programs of one function depend on."""

    def __init__(self, fun: Any, name: str) -> None:
        self._name = name
        self._known: dict[int, tuple[Any, Code | None]] = {}
        own = held_by(fun) is not None or not isinstance(fun, FunctionType)
        self.own = (Code(fun, name),) if own else ()
        """The wrapped function, if it holds anything that can change."""

    def of(self, values: Iterable[Any]) -> tuple[Code, ...]:
        """Return the code among values that holds something that can change."""
        found = (self._code(value) for value in values)
        return tuple(code for code in found if code is not None)

    def _code(self, value: Any) -> Code | None:
        known = self._known.get(id(value))
        if known is not None and known[0] is value:
            return known[1]
        return add(self._known, id(value), (value, None if held_by(value) is None else Code(value, self._name)))[1]


_CHANGES: Final = (
    '"{name}" is traced for each state of {code!r}, of which there were {count} by now. What changes from call to '
    "call belongs among the arguments, as an array where it is a number"
)
