"""The types of what a target gets, as far as the type of the whole value tells."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Expression, ListExpr, StarExpr, TupleExpr
from mypy.types import AnyType, Instance, TupleType, Type

from ..host.known_types import known_type
from ..syntax.names.targets import unpacked


def bound_types(target: Expression, value: Type | None) -> Iterator[tuple[Expression, Type | None]]:
    """Yield the parts of a target, ``a`` and ``b`` of ``a, b = value``, each with its type or None.

    The list under ``*rest`` has None.
    """
    items, kind = list(unpacked(target)), known_type(value)
    if items == [target] or isinstance(kind, AnyType):
        yield from ((item, kind) for item in items)
        return
    if isinstance(kind, TupleType) and len(kind.items) == len(items):
        types: list[Type | None] = list(kind.items)
    else:
        types = [kind.args[0] if isinstance(kind, Instance) and kind.args else None] * len(items)
    starred = set(_starred(target))
    yield from ((item, None if item in starred else each) for item, each in zip(items, types, strict=True))


def _starred(target: Expression) -> Iterator[Expression]:
    if isinstance(target, StarExpr):
        yield target.expr
    for item in target.items if isinstance(target, TupleExpr | ListExpr) else ():
        yield from _starred(item)
