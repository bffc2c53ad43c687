"""The state of objects whose classes are written in C, which have no attributes to read: what pickle would keep."""

from __future__ import annotations

import copyreg
import warnings
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, cast
from weakref import WeakKeyDictionary

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

_object: Final = cast("Any", object)
_stable: Final[WeakKeyDictionary[type[Any], bool]] = WeakKeyDictionary()


def pickled_parts(
    cls: type[Any], value: Any, read: Callable[[Any], Hashable], *, is_container: bool
) -> list[Any] | None:
    """Return what a class gives to pickle by a method of its own, None for those that do not."""
    return steady(cls, lambda: _reduce(cls, value), read) if _is_own(cls, is_container) else None


def steady(cls: type[Any], take: Callable[[], list[Any] | None], read: Callable[[Any], Hashable]) -> list[Any] | None:
    """Return parts of an object, None if the class gives others at each reading, though nothing has changed."""
    if not _stable.get(cls, True):
        return None
    parts = take()
    if parts is not None and cls not in _stable:
        _stable[cls] = True  # for those that hold others of their class
        try:
            _stable[cls] = read(parts) == read(take())
        except TypeError:  # a tracer, which whoever reads it next finds again
            del _stable[cls]
    return parts if _stable.get(cls, True) else None


def _is_own(cls: type[Any], is_container: bool) -> bool:
    """Return whether a class has a way of its own to be pickled; for containers and `__getstate__`, one in C."""
    if issubclass(cls, np.ndarray | np.generic):
        return False
    if cls.__hash__ is not None and cls in copyreg.dispatch_table:
        return True
    ways = (cls.__reduce_ex__, cls.__reduce__)
    if ways != (_object.__reduce_ex__, _object.__reduce__):
        return not is_container or not any(isinstance(way, FunctionType) for way in ways)
    getstate = cls.__getstate__
    return getstate is not _object.__getstate__ and not isinstance(getstate, FunctionType)


def _reduce(cls: type[Any], value: Any) -> list[Any] | None:
    reducer: Any = copyreg.dispatch_table.get(cls) or cls.__reduce_ex__
    version = () if cls in copyreg.dispatch_table else (4,)
    parts: list[Any]
    try:
        if cls.__module__ == "itertools":
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                _, *parts = reducer(value, *version)
        else:
            _, *parts = reducer(value, *version)
        parts[2:4] = (part if part is None else list(part) for part in parts[2:4])
    except Exception:  # has no state to pickle, such as a lock or a file
        return None
    return parts
