"""The contents of a value of some type: its items and fields, theirs, and so on.

Only what comparing two values looks at is followed. A class that writes its own ``__eq__`` or ``__hash__`` says
itself what comparing means, so what it holds is not listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.expandtype import expand_type_by_instance
from mypy.nodes import TypeInfo, Var
from mypy.typeops import map_type_from_supertype
from mypy.types import (
    AnyType,
    Instance,
    ProperType,
    TupleType,
    Type,
    TypeAliasType,
    TypedDictType,
    TypeVarType,
    UnionType,
    flatten_nested_unions,
)

from ..host.known_types import known_type
from ..model.comparison import comparison_of

CONTAINERS: Final = frozenset(
    (
        "builtins.tuple",
        "builtins.list",
        "builtins.dict",
        "builtins.set",
        "builtins.frozenset",
        "collections.deque",
        "collections.defaultdict",
        "collections.OrderedDict",
        "types.MappingProxyType",
        "typing.Collection",
        "typing.Sequence",
        "typing.MutableSequence",
        "typing.Mapping",
        "typing.MutableMapping",
        "typing.AbstractSet",
        "typing.MutableSet",
    )
)
"""Generic classes whose values hold values of every argument."""


class Part(NamedTuple):
    """Something that a value holds, or the value itself."""

    where: str
    """How to reach it from the value: ``""`` for the value itself, ``[...]``, ``.name``."""
    type: ProperType


def contents(declared: Type, where: str = "", seen: frozenset[str] = frozenset()) -> Iterator[Part]:
    """Yield what a value of a type may be and what it may hold, outermost first."""
    if isinstance(declared, TypeAliasType) and declared.is_recursive and declared.alias is not None:
        if declared.alias.fullname in seen:
            return
        seen |= frozenset((declared.alias.fullname,))
    value = known_type(declared)
    if isinstance(value, TypeVarType):
        for item in value.values or (value.upper_bound,):
            yield from contents(item, where, seen)
        return
    if isinstance(value, UnionType):
        for item in _without_dtype_forms(value):
            yield from contents(item, where, seen)
        return
    yield Part(where, value)
    if isinstance(value, Instance):
        if value.type.fullname in seen:
            return
        if value.type.fullname not in CONTAINERS:
            seen |= frozenset((value.type.fullname,))
    for step, part in _inside(value):
        yield from contents(part, where + step, seen)


def _without_dtype_forms(union: UnionType) -> Iterator[Type]:
    """Yield the items of a union, without the list and the dict that `numpy.typing.DTypeLike` can be."""
    items = flatten_nested_unions(union.items, handle_recursive=False)
    is_dtype_like = any(_is_instance_of(item, "numpy.dtype") for item in items)
    yield from (item for item in items if not (is_dtype_like and _is_dtype_form(known_type(item))))


def _is_dtype_form(value: ProperType) -> bool:
    if isinstance(value, TypedDictType):
        return value.fallback.type.name == "_DTypeDict"
    return (
        isinstance(value, Instance)
        and _is_instance_of(value, "builtins.list")
        and isinstance(known_type(value.args[0]), AnyType)
    )


def _is_instance_of(value: Type, fullname: str) -> bool:
    proper = known_type(value)
    return isinstance(proper, Instance) and proper.type.fullname == fullname


def _inside(value: ProperType) -> Iterator[tuple[str, Type]]:
    if isinstance(value, TupleType):
        yield from ((f"[{index}]", item) for index, item in enumerate(value.items))
    elif isinstance(value, TypedDictType):
        yield from ((f'["{key}"]', item) for key, item in value.items.items())
    elif isinstance(value, Instance) and value.type.fullname in CONTAINERS:
        yield from (("[...]", argument) for argument in value.args)
    elif isinstance(value, Instance):
        for name in compared_fields(value.type):
            declared = _field_type(value, name)
            if declared is not None:
                yield f".{name}", declared


def compared_fields(info: TypeInfo) -> Iterator[str]:
    """Yield the fields that ``==`` of a dataclass looks at; none where the class compares its own way."""
    comparison = comparison_of(info)
    if comparison is None or not comparison.eq or writes_comparison(info):
        return
    for base in reversed(info.mro):
        inherited = comparison_of(base)
        yield from sorted(inherited.compared) if inherited is not None else ()


def writes_comparison(info: TypeInfo) -> bool:
    """Return whether a class body in the MRO writes ``__eq__`` or ``__hash__``."""
    return any(
        name in base.names and not base.names[name].plugin_generated
        for base in info.mro[:-1]
        for name in ("__eq__", "__hash__")
    )


def _field_type(value: Instance, name: str) -> Type | None:
    owner = next((base for base in value.type.mro if name in base.names), None)
    node = owner.names[name].node if owner is not None else None
    if owner is None or not isinstance(node, Var) or node.type is None or node.is_classvar:
        return None
    return expand_type_by_instance(map_type_from_supertype(node.type, value.type, owner), value)
