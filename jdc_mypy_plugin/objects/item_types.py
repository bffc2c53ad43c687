"""The types of the items of tuples, named tuples, lists and dicts, as the type of the whole says them."""

from __future__ import annotations

from collections.abc import Iterable

from mypy.nodes import Expression, IntExpr, SliceExpr, StrExpr, TypeInfo, UnaryExpr
from mypy.types import Instance, TupleType, Type, TypedDictType, UnpackType

from ..host.known_types import known_type
from ..syntax.names.variables import is_some_item
from ..typefacts.leaves import ITEMS


def item_type(declared: Type, key: Expression) -> Type | None:
    """Return the type of ``x[key]``; None where ``x`` is no container of Python, or the key picks no one item."""
    kind = known_type(declared)
    if isinstance(kind, TypedDictType):
        name = key.value if isinstance(key, StrExpr) else ""
        return kind.items[name] if name in kind.required_keys else None
    if isinstance(kind, TupleType):
        index = _number(key)
        if any(isinstance(each, UnpackType) for each in kind.items):
            return None
        return kind.items[index] if index is not None and -len(kind.items) <= index < len(kind.items) else None
    if not isinstance(kind, Instance) or kind.type.fullname not in ITEMS or isinstance(key, SliceExpr):
        return None
    item = ITEMS[kind.type.fullname]
    if not kind.args or (item > 0 and _is_of_keys(key, kind.args[0])):
        return None
    return kind.args[item]


def _is_of_keys(key: Expression, declared: Type) -> bool:
    """Return whether a key stands for what a loop or an unpacking takes out of a mapping: one of its keys."""
    kind = known_type(declared)
    is_number = isinstance(kind, Instance) and kind.type.fullname == "builtins.int"
    return is_some_item(key) or (_number(key) is not None and not is_number)


def shown_key(key: Expression) -> str:
    """Return how to write a key in a message."""
    if isinstance(key, StrExpr):
        return repr(key.value)
    index = _number(key)
    return "..." if index is None else str(index)


def _number(key: Expression) -> int | None:
    if isinstance(key, UnaryExpr) and key.op == "-" and isinstance(key.expr, IntExpr):
        return -key.expr.value
    return key.value if isinstance(key, IntExpr) else None


def named_item(declared: Type, name: str) -> Type | None:
    """Return the type of a field of a named tuple."""
    kind = known_type(declared)
    names = item_names(kind.partial_fallback.type) if isinstance(kind, TupleType) else []
    if not isinstance(kind, TupleType) or name not in names or len(names) != len(kind.items):
        return None
    return kind.items[names.index(name)]


def item_names(info: TypeInfo) -> list[str]:
    """Return the names of the items of a named tuple; of another class none."""
    stored: Iterable[object] = info.metadata.get("namedtuple", {}).get("fields", ())
    return [str(each) for each in stored]
