"""Objects that show or bind others, which they are compared by."""

from __future__ import annotations

import functools
import weakref
from collections import OrderedDict
from types import BuiltinFunctionType, CellType, MappingProxyType, MethodType
from typing import TYPE_CHECKING, Any, Final, cast

from .traced_leaves import class_of

if TYPE_CHECKING:
    from collections.abc import Callable

_MAPPINGS: Final[tuple[Any, ...]] = (cast("Any", {}), cast("Any", OrderedDict()))

VIEWS: Final[frozenset[type[Any]]] = frozenset(
    class_of(view) for mapping in _MAPPINGS for view in (mapping.keys(), mapping.values(), mapping.items())
)
"""Views of dicts, which are read as collections are."""


class Key:
    """A key of a dict, as a leaf."""

    __slots__ = ("content",)

    def __init__(self, content: object) -> None:
        self.content = content


def _referent(proxy: Any) -> list[Any]:
    return [proxy.__repr__.__self__]  # asks what it refers to, as all attributes of a proxy do


def _inside_cell(cell: CellType) -> list[Any]:
    try:
        return [cell.cell_contents]
    except ValueError:  # not assigned yet
        return []


_PARTS: Final[dict[type[Any], Callable[[Any], list[Any]]]] = {
    functools.partial: lambda value: [value.func, value.args, value.keywords, vars(value)],
    MethodType: lambda value: [value.__func__, value.__self__],
    BuiltinFunctionType: lambda value: [value.__qualname__, value.__self__],
    MappingProxyType: lambda value: list(value.items()),
    Key: lambda value: [value.content],
    CellType: _inside_cell,
    property: lambda value: [value.fget, value.fset, value.fdel],
    **dict.fromkeys(cast("Any", (staticmethod, classmethod)), lambda value: [value.__func__, vars(value)]),
    memoryview: lambda value: [value.format, value.shape, value.strides, value.readonly, value.tobytes()],
    **dict.fromkeys(cast("Any", weakref).ProxyTypes, _referent),
}


def parts_of(cls: type[Any], value: Any) -> list[Any] | None:
    """Return what a callable or a view is made of, None for others; two are alike where their parts are."""
    if issubclass(cls, weakref.ref):
        return [value(), getattr(cast("object", value), "__dict__", None)]
    parts = _PARTS.get(cls)
    return None if parts is None else parts(value)
