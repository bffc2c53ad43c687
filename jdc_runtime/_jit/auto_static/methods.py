"""Methods, as they stand in a class: descriptors and decorated functions, and the functions in them."""

from __future__ import annotations

import functools
from types import DynamicClassAttribute, FunctionType
from typing import TYPE_CHECKING, Any, Final, cast

from .atoms import JITTED
from .traced_leaves import class_of

if TYPE_CHECKING:
    from collections.abc import Callable

_LAZY: Final = ("__annotate__", "__annotate_func__")
_PARTS: Final[dict[type[Any], Callable[[Any], list[Any]]]] = {
    **dict.fromkeys(cast("Any", (staticmethod, classmethod)), lambda value: [value.__func__]),
    property: lambda value: [value.fget, value.fset, value.fdel],
    functools.cached_property: lambda value: [value.func],
    functools.partialmethod: lambda value: [value.func, value.args, *value.keywords.values()],
    functools.singledispatchmethod: lambda value: [value.func, value.dispatcher.registry],
    DynamicClassAttribute: lambda value: [value.fget, value.fset, value.fdel],
}


def functions_in(cls: type[Any], value: Any) -> list[Any]:
    """Return the functions that a descriptor, or another callable that names what it wraps, is made of."""
    for base in cls.__mro__:
        if base in _PARTS:
            return _PARTS[base](value)
    try:
        attributes: Any = value.__dict__
    except Exception:  # whatever a proxy raises
        return []
    return [attributes["__wrapped__"]] if class_of(attributes) is dict and "__wrapped__" in attributes else []


def is_method(value: Any, name: str = "") -> bool:
    """Return whether an attribute of a class is a function, or a descriptor or decorator of one."""
    cls = class_of(value)
    if cls is FunctionType:
        return name not in _LAZY
    return issubclass(cls, JITTED) or any(base in _PARTS for base in cls.__mro__) or bool(functions_in(cls, value))
