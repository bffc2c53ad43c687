"""States that code was seen in, where the code is what a program depends on without being given it.

A function's own changes while it is traced are no other states, as `jax.jit` runs such side effects once: a function
that counts its traces in an enclosing variable is traced once.
"""

from __future__ import annotations

import operator
import warnings
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from .code import BoundReader, CodeReader, held_by
from .constants import Array, check_constants
from .stand_in_names import add
from .watch import Watch, has_defaults_alone, watch

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

Vector = tuple[int, ...]
_MANY: Final = 16
_version: Final[Callable[[Code], int]] = operator.methodcaller("version")


class Code:
    """A function, class, module or enum member."""

    __slots__ = ("_code", "_count", "_known", "_name", "_version", "_watch", "arrays")

    def __init__(self, code: Any, name: str) -> None:
        self._code = code
        self._name = name
        self._count = 0
        self._known: dict[Hashable, int] = {}
        self._watch: Watch | None = None
        """Says whether the code is in the state that was read last, None where that is not known."""
        self._version = 0
        self.arrays: list[Array] = []
        """Those in the state that was read last."""

    def version(self) -> int:
        """Return the number of the state that the code is in."""
        if self._watch is not None and self._watch.is_same():
            self.arrays = self._watch.arrays
            return self._version
        state, self.arrays = self._read()
        version = self._known.get(state)
        if version is None:
            self._count += 1
            version = add(self._known, state, self._count)
            if version == _MANY:
                warnings.warn(_CHANGES.format(name=self._name, code=self._code, count=_MANY), stacklevel=5)
        self._watch = self._watched()
        self._version = version
        return version

    def adopt(self, version: int) -> None:
        """Take the present state for the one of this number, which a trace has just changed."""
        self._watch = None
        state, _ = self._read()
        if self._known.get(state) != version:
            self._known.pop(state, None)
            add(self._known, state, version)

    def _watched(self) -> Watch | None:
        return watch(self._code)

    def _read(self) -> tuple[Hashable, list[Array]]:
        reader = CodeReader()
        return reader.read(held_by(self._code)), reader.arrays


class Bound(Code):
    """The object that a wrapped callable is bound to, which is read at each call, and the code in it."""

    __slots__ = ("_codes",)

    def __init__(self, code: Any, name: str) -> None:
        super().__init__(code, name)
        self._codes = Codes(name)

    def _watched(self) -> None:
        return None

    def _read(self) -> tuple[Hashable, list[Array]]:
        reader = BoundReader()
        state = reader.read(self._code)
        codes = self._codes.of(reader.codes.values())
        arrays = [array for code in codes for array in code.arrays]
        return (state, versions(codes)), reader.arrays + arrays


def versions(codes: Iterable[Code]) -> Vector:
    """Return the states that code is in."""
    return tuple(map(_version, codes))


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

    def __init__(self, name: str) -> None:
        self._name = name
        self._known: dict[int, tuple[Any, Code | None]] = {}

    def of(self, values: Iterable[Any]) -> tuple[Code, ...]:
        """Return the code among values that holds something that can change."""
        found = (self._code(value) for value in values)
        return tuple(code for code in found if code is not None)

    def _code(self, value: Any) -> Code | None:
        known = self._known.get(id(value))
        if known is not None and known[0] is value:
            return known[1]
        return add(self._known, id(value), (value, None if held_by(value) is None else Code(value, self._name)))[1]


class CodesOfFunction(Codes):
    """Those of a function, and the function itself."""

    def __init__(self, fun: Any, name: str) -> None:
        super().__init__(name)
        self.own: tuple[Code, ...] = ()
        """The wrapped function, if it holds anything that can change."""
        if has_defaults_alone(fun):
            return  # to look whether they were replaced would take each call longer
        if held_by(fun) is not None:
            self.own = (Code(fun, name),)
        elif not isinstance(fun, FunctionType):
            self.own = (Bound(fun, name),)


_CHANGES: Final = (
    '"{name}" is traced for each state of {code!r}, of which there were {count} by now. What changes from call to '
    "call belongs among the arguments, as an array where it is a number"
)
