"""The place of a static marker in a declared type.

mypy drops ``Annotated`` metadata, but ``Static[T]`` reaches the plugin as the unexpanded alias.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator

from mypy.expandtype import expand_type
from mypy.types import (
    CallableType,
    Instance,
    TupleType,
    Type,
    TypeAliasType,
    TypedDictType,
    TypeType,
    TypeVarType,
    UnionType,
)


class Placement(enum.Enum):
    """The places at which a static marker may stand in an annotation."""

    NONE = "none"
    TOP = "top"
    """``Static[T]``, or an alias of it: the field is static."""
    NESTED = "nested"
    """Inside a union or a container, where every library passes over it."""


def placement(declared: Type, markers: frozenset[str]) -> Placement:
    """Find the markers (full names of ``Annotated`` aliases) in a declared type."""
    if isinstance(declared, Instance) and not declared.args:
        return Placement.NONE
    aliases: set[str] = set()
    declared = _outermost(declared, markers)
    while isinstance(declared, TypeAliasType):
        alias = declared.alias
        if alias is None or alias.fullname in aliases:
            return Placement.NONE
        if alias.fullname in markers:
            return Placement.TOP
        aliases.add(alias.fullname)
        if _mentions(declared.args, markers, aliases):
            return Placement.NESTED
        declared = _outermost(alias.target, markers)
    return Placement.NESTED if _mentions(parts(declared), markers, aliases) else Placement.NONE


def _outermost(declared: Type, markers: frozenset[str]) -> Type:
    """Look through aliases of ``Annotated[T, ...]``: Python puts their metadata in one row with that of ``T``."""
    while isinstance(declared, TypeAliasType):
        alias = declared.alias
        if alias is None or alias.fullname in markers or not isinstance(alias.target, TypeVarType | TypeAliasType):
            break
        declared = expand_type(
            alias.target,
            {variable.id: given for variable, given in zip(alias.alias_tvars, declared.args, strict=False)},
        )
    return declared


def _mentions(types: Iterator[Type] | list[Type], markers: frozenset[str], seen: set[str]) -> bool:
    return any(_has_marker(part, markers, seen) for part in types)


def _has_marker(part: Type, markers: frozenset[str], seen: set[str]) -> bool:
    if isinstance(part, TypeAliasType):
        alias = part.alias
        if alias is None or alias.fullname in seen:
            return False
        if alias.fullname in markers:
            return True
        return _mentions([*part.args, alias.target], markers, {*seen, alias.fullname})
    return _mentions(parts(part), markers, seen)


def parts(whole: Type) -> Iterator[Type]:
    """Yield the types written directly inside a type, aliases kept."""
    if isinstance(whole, UnionType | TupleType):
        yield from whole.items
    elif isinstance(whole, Instance):
        yield from whole.args
    elif isinstance(whole, TypeType):
        yield whole.item
    elif isinstance(whole, TypedDictType):
        yield from whole.items.values()
    elif isinstance(whole, CallableType):
        yield from (*whole.arg_types, whole.ret_type)
