"""Tells quickly, at each call, that nothing which code holds has changed since its state was read."""

from __future__ import annotations

import operator
from itertools import chain
from types import BuiltinFunctionType, CellType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any, Final, Protocol

from .atoms import NUMBERS, SIMPLE
from .code import CODE, PROGRAMS, CodeReader, Seen, contents, held_by, is_array, is_plain, own_bases
from .methods import functions_in
from .traced_leaves import attributes_of, class_of
from .unchangeable import is_fixed
from .views import parts_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .constants import Array

_HELD: Final = (*CODE, ModuleType)
_BOUND: Final = (MethodType, BuiltinFunctionType)
_TUPLE: Final[Any] = tuple


class Watch(Protocol):
    """The objects that code held when its state was read."""

    arrays: list[Array]
    """The arrays in it."""

    def is_same(self) -> bool:
        """Return whether nothing has changed."""
        ...


def watch(code: Any) -> Watch:
    """Return a watch over what code holds now."""
    return Defaults(code) if has_defaults_alone(code) else Everything(code)


def has_defaults_alone(code: Any) -> bool:
    """Return whether a function holds nothing but defaults that cannot change, nor refer to what can."""
    if not isinstance(code, FunctionType) or code.__closure__:
        return False
    attributes: dict[str, Any] = code.__dict__
    keywords: dict[str, Any] = code.__kwdefaults__ or {}
    defaults: list[Any] = [*(code.__defaults__ or ()), *keywords.values()]
    is_settled = all(class_of(value) in SIMPLE or class_of(value) in NUMBERS for value in defaults)
    return is_settled and not any(name != PROGRAMS for name in attributes)


class Defaults:
    """The defaults of a function that holds nothing else, which most functions with defaults are."""

    __slots__ = ("_defaults", "_function", "_keywords", "_named", "arrays")

    def __init__(self, function: FunctionType) -> None:
        self._function = function
        self._defaults, self._keywords = function.__defaults__, function.__kwdefaults__
        self._named: list[Any] = [part for item in (self._keywords or {}).items() for part in item]
        self.arrays: list[Array] = []

    def is_same(self) -> bool:
        """Return whether nothing has changed."""
        function, keywords = self._function, self._keywords
        if function.__defaults__ is not self._defaults or function.__kwdefaults__ is not keywords:
            return False
        if keywords is None:
            return True
        named = chain.from_iterable(keywords.items())
        return 2 * len(keywords) == len(self._named) and all(map(operator.is_, named, self._named))


class Everything:
    """All that code refers to, at any depth: the objects themselves, and the content of those that can change.

    An immutable value is the same as long as it is the same object, so only objects are compared, besides lists,
    dicts and the like, which are read.
    """

    __slots__ = ("_cells", "_changeable", "_content", "_functions", "_met", "_namespaces", "_objects", "arrays")

    def __init__(self, code: Any) -> None:
        self._functions: list[FunctionType] = []
        self._cells: list[CellType] = []
        self._namespaces: list[Mapping[str, Any]] = []
        self._changeable: list[Any] = []
        self._met: dict[int, Any] = {}
        waiting = [code]
        while waiting:
            value = waiting.pop()
            cls = class_of(value)
            if cls not in SIMPLE and id(value) not in self._met:
                self._met[id(value)] = value
                waiting += self._parts(cls, value, is_root=value is code)
        del self._met
        self._objects = self._look()
        self._content, self.arrays = self._read()

    def is_same(self) -> bool:
        """Return whether nothing has changed."""
        objects, last = self._look(), self._objects
        if len(objects) != len(last) or not all(map(operator.is_, objects, last)):
            return False
        if not self._changeable:
            return True
        content, self.arrays = self._read()
        return bool(content == self._content)

    def _look(self) -> list[Any]:
        found = contents(self._cells)
        for function in self._functions:
            found.append(function.__defaults__)
            found.append(function.__kwdefaults__)
        for namespace in self._namespaces:
            found += namespace
            found += namespace.values()
        return found

    def _read(self) -> tuple[Any, list[Array]]:
        if not self._changeable:
            return None, []
        reader = CodeReader(deep=False)
        return reader.read(self._changeable), reader.arrays

    def _parts(self, cls: type[Any], value: Any, *, is_root: bool) -> list[Any]:
        """Note how to look at a value, and return the values to look at next."""
        if issubclass(cls, _HELD):
            return self._parts_of_code(cls, value) if is_root or not issubclass(cls, ModuleType) else []
        if issubclass(cls, _BOUND):
            return parts_of(cls, value) or []
        if cls is frozenset or (issubclass(cls, _TUPLE) and not cls.__dictoffset__):
            return [*value, cls]
        if cls is Seen or is_fixed(cls) or is_array(cls, value):
            return []
        if not is_plain(cls, value):
            return [*functions_in(cls, value), cls]
        self._changeable.append(value)
        reader = CodeReader(deep=False)
        reader.read([value])
        return list(reader.codes.values())

    def _parts_of_code(self, cls: type[Any], value: Any) -> list[Any]:
        held = held_by(value)
        if held is not None:
            self._note(cls, value)
        return held or []

    def _note(self, cls: type[Any], value: Any) -> None:
        if issubclass(cls, type):
            self._namespaces += map(attributes_of, own_bases(value))
            return
        attributes: dict[str, Any] = value.__dict__
        self._namespaces.append(attributes)
        if isinstance(value, FunctionType):
            self._functions.append(value)
            self._cells += value.__closure__ or ()
            if value.__kwdefaults__:
                self._namespaces.append(value.__kwdefaults__)
