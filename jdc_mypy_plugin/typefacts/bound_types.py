"""The types of what a target gets, as far as the type of the whole value tells."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Expression
from mypy.types import AnyType, Instance, TupleType, Type

from ..host.known_types import known_type
from ..syntax.targets import unpacked


def bound_types(target: Expression, value: Type | None) -> Iterator[tuple[Expression, Type | None]]:
    """Yield the parts of a target, ``a`` and ``b`` of ``a, b = value``, each with its type or None."""
    items, kind = list(unpacked(target)), known_type(value)
    if items == [target] or isinstance(kind, AnyType):
        yield from ((item, kind) for item in items)
    elif isinstance(kind, TupleType) and len(kind.items) == len(items):
        yield from zip(items, kind.items, strict=True)
    else:
        yield from ((item, kind.args[0] if isinstance(kind, Instance) and kind.args else None) for item in items)
