"""The objects that a class is called with, where it is given one: ``int("3")``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.erasetype import erase_typevars
from mypy.nodes import ARG_STAR, FuncDef, OverloadedFuncDef, TypeInfo
from mypy.types import CallableType, Overloaded, Type, UnionType, UnpackType

from ..host.known_types import known_type

_SELF: Final = 1
"""How many parameters come before those of a call."""


def taken_by_class(info: TypeInfo) -> Type | None:
    """Return the type of the one object that a class may be called with; None where that is not certain."""
    metaclass = info.metaclass_type
    if metaclass is not None and _owner(metaclass.type, "__call__") != "builtins.type":
        return None
    taken = [item.arg_types[_SELF] for item in _items(info, _constructor(info)) if _takes_one(item)]
    if not taken or any(isinstance(each, UnpackType) for each in taken):
        return None
    return UnionType.make_union([erase_typevars(each) for each in taken])


def _owner(info: TypeInfo, name: str) -> str | None:
    return next((base.fullname for base in info.mro if name in base.names), None)


def _constructor(info: TypeInfo) -> str:
    """Return the method that mypy checks a call by: the one that is defined further down."""
    owners = [_owner(info, name) for name in ("__init__", "__new__")]
    places = [next(number for number, base in enumerate(info.mro) if base.fullname == owner) for owner in owners]
    return "__init__" if places[0] <= places[1] else "__new__"


def _items(info: TypeInfo, name: str) -> Sequence[CallableType]:
    symbol = info.get(name)
    node = symbol.node if symbol is not None else None
    declared = known_type(node.type) if isinstance(node, FuncDef | OverloadedFuncDef) else None
    if isinstance(declared, Overloaded):
        return declared.items
    return [declared] if isinstance(declared, CallableType) else []


def _takes_one(item: CallableType) -> bool:
    """Return whether a call with one object is one of these."""
    kinds = item.arg_kinds[_SELF:]
    is_first = bool(kinds) and (kinds[0].is_positional() or kinds[0] == ARG_STAR)
    return is_first and not any(kind.is_required() for kind in kinds[1:])
