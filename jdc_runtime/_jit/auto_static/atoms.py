"""Static values that are compared as they are: they cannot change, or have nothing but their identity."""

from __future__ import annotations

import logging
import pathlib
from enum import Enum, Flag
from types import (
    EllipsisType,
    FunctionType,
    ModuleType,
    NoneType,
    NotImplementedType,
)
from typing import Any, Final, cast

import jax

from .traced_leaves import class_of

SIMPLE: Final[frozenset[type]] = frozenset((str, bytes, int, bool, NoneType, EllipsisType, NotImplementedType))
"""Atoms that hold nothing else."""

NUMBERS: Final = (float, complex)
PATHS: Final = (pathlib.PurePosixPath, pathlib.PureWindowsPath, pathlib.PosixPath, pathlib.WindowsPath)

JITTED: Final[type[Any]] = class_of(cast("Any", jax).jit(len))
"""The class of functions under `jax.jit`."""

_CLASSES: Final[frozenset[type]] = frozenset((*SIMPLE, FunctionType, type))
_BASES: Final[tuple[type[Any], ...]] = (ModuleType, logging.Logger, JITTED)
_EQUALITIES: Final[tuple[Any, ...]] = (object.__eq__, int.__eq__, str.__eq__)
_HASHES: Final[tuple[Any, ...]] = (Enum.__hash__, Flag.__hash__, int.__hash__, str.__hash__)


def is_atom(cls: type) -> bool:
    """Return whether objects of a class can be compared directly, given that the class is the same."""
    if cls in _CLASSES or issubclass(cls, _BASES):
        return True
    if issubclass(cls, Enum):
        return cls.__eq__ in _EQUALITIES and cls.__hash__ in _HASHES
    return issubclass(cls, type) and cls.__eq__ is type.__eq__ and cls.__hash__ is type.__hash__


class Identity:
    """Compares by identity, whatever ``==`` and ``hash`` of a value say."""

    __slots__ = ("_value",)

    def __init__(self, value: object) -> None:
        self._value = value

    def __hash__(self) -> int:
        return id(self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and self._value is other._value
