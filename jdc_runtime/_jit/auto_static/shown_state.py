"""The state of objects that have no attributes and cannot be pickled, but show it some other way."""

from __future__ import annotations

import contextvars
import threading
from types import (
    AsyncGeneratorType,
    CoroutineType,
    FunctionType,
    GeneratorType,
    GetSetDescriptorType,
    MemberDescriptorType,
)
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .libraries import is_library
from .pickled import steady
from .traced_leaves import attributes_of, class_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable


def _position(frame: Any) -> list[Any]:
    """Return how far a generator is, and its variables."""
    return [] if frame is None else [frame.f_lasti, dict(frame.f_locals)]


def _buffer(value: Any) -> list[Any] | None:
    try:
        with memoryview(value) as view:
            return [view.format, view.shape, view.tobytes()]
    except (TypeError, ValueError, BufferError):
        return None


def _digest(value: Any) -> list[Any]:
    """Return the digest of what a hash object was given so far."""
    return [value.digest(64) if "shake" in value.name else value.digest()]


_HASHES: Final = frozenset(("_hashlib", "_blake2", "_md5", "_sha1", "_sha2", "_sha3", "_hmac"))
"""Modules whose classes are those of hash objects."""
_PARTS: Final[dict[type[Any], Callable[[Any], list[Any]]]] = {
    GeneratorType: lambda value: _position(value.gi_frame),
    CoroutineType: lambda value: _position(value.cr_frame),
    AsyncGeneratorType: lambda value: _position(value.ag_frame),
    threading.local: lambda value: [value.__dict__.copy()],
    contextvars.ContextVar: lambda value: [value.get(None)],
    np.flatiter: lambda value: [value.index, value.base],
}


def _properties(cls: type[Any], value: object) -> list[Any] | None:
    """Return the values of properties that are written in C, as bindings of other languages have them."""
    names = [
        name
        for base in cls.__mro__
        if not is_library(base.__module__)
        for name, attribute in attributes_of(base).items()
        if not name.startswith("_") and _is_of_c(attribute)
    ]
    try:
        return [names, *(getattr(value, name) for name in names)] if names else None
    except Exception:  # whatever a property raises
        return None


def _is_of_c(attribute: Any) -> bool:
    cls = class_of(attribute)
    is_property = cls is property and class_of(attribute.fget) is not FunctionType
    return is_property or cls in (GetSetDescriptorType, MemberDescriptorType)


def shown_parts(value: object, read: Callable[[Any], Hashable]) -> list[Any] | None:
    """Return what is to be read of an object, None for those that show nothing."""
    cls = class_of(value)
    if cls.__module__ in _HASHES:
        return _digest(value)
    for base in cls.__mro__:
        if parts := _PARTS.get(base):
            return parts(value)
    return _buffer(value) or steady(cls, lambda: _properties(cls, value), read)
