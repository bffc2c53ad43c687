"""The types of attributes that mypy knows, those without annotations too."""

from __future__ import annotations

from mypy.nodes import TypeInfo, Var
from mypy.types import Type


def attribute_type(name: str, info: TypeInfo) -> Type | None:
    """Return the type of an attribute that is not a method; None where mypy has none as yet."""
    symbol = info.get(name)
    return symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None
