"""Attributes that mypy never gives a type: ``for x in rows: ...`` in a class body, and ``x: int`` after it.

mypy's dataclass transform waits for their types in ten passes, and then crashes.
"""

from __future__ import annotations

from mypy.nodes import Var
from mypy.plugin import ClassDefContext
from mypy.types import AnyType, TypeOfAny

from ..model.fields import annotated_assignments


def settle_attributes(ctx: ClassDefContext) -> None:
    """Let an attribute be unknown whose annotation mypy passes over, since the name was bound before."""
    for name, _ in annotated_assignments(ctx.cls):
        symbol = ctx.cls.info.names.get(name)
        if symbol is not None and isinstance(symbol.node, Var) and symbol.node.type is None and symbol.node.is_inferred:
            symbol.node.type = AnyType(TypeOfAny.from_error)
