"""Stand-ins for modules that are not installed, such as plotting and image libraries, so that packages can be imported.

The mutants are not about the parts that need them; a class that is made of a stand-in is passed over.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
import types
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


class _Anything(type):
    """The type of what a stand-in has: attributes, items and calls give more of the same, a decorator does nothing."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Anything(name, (), {})

    def __getitem__(cls, item: object) -> Any:
        return cls

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        decorates = len(arguments) == 1 and not named and isinstance(arguments[0], types.FunctionType | type)
        return arguments[0] if decorates else cls


class _Absent(types.ModuleType):
    """A module in which every name is something."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = _Anything(name, (), {})
        setattr(self, name, value)
        return value


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """The last finder: whatever no other found, if its name is allowed."""

    def __init__(self, allowed: frozenset[str]) -> None:
        self._allowed = allowed

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname.partition(".")[0] in self._allowed:
            return importlib.machinery.ModuleSpec(fullname, self, is_package=True)
        return None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return _Absent(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        """Do nothing: the names come when they are asked for."""


def allow(*names: str) -> None:
    """Let these top-level modules be imported though they are not installed."""
    sys.meta_path.append(_Finder(frozenset(names)))
