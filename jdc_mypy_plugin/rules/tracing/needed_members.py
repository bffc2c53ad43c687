"""``x in table``: of a dict or a set Python takes the hash of ``x``, of a list it compares ``x`` with each item."""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    ComparisonExpr,
    DictExpr,
    Expression,
    FloatExpr,
    IndexExpr,
    IntExpr,
    MemberExpr,
    NameExpr,
    SetExpr,
    UnaryExpr,
    Var,
)
from mypy.types import Instance, Type

from ...evaluate import Evaluator
from ...host.known_types import known_type
from ...syntax.names.targets import row

_ASKING: Final = ("in", "not in")
_HASHING: Final = {f"builtins.{name}": name for name in ("dict", "frozenset", "set")}
_DICT: Final = "builtins.dict"


def looked_for_in(comparison: ComparisonExpr, evaluator: Evaluator) -> str | None:
    """Return what a comparison looks for its left side in, if that needs the value of the left side.

    Items of a list count if the first of them is a number: a tracer beside it gives no truth.
    """
    if len(comparison.operators) != 1 or comparison.operators[0] not in _ASKING:
        return None
    held = comparison.operands[1]
    written = evaluator.source(held)
    if isinstance(written, DictExpr | SetExpr):
        return "dict" if isinstance(written, DictExpr) else "set"
    items = row(written)
    if items:
        return "row of numbers" if _is_number(items[0]) else None
    declared = known_type(_declared(held, evaluator))
    return _HASHING.get(declared.type.fullname) if isinstance(declared, Instance) else None


def _is_number(item: Expression) -> bool:
    return isinstance(item.expr if isinstance(item, UnaryExpr) else item, IntExpr | FloatExpr)


def _declared(held: Expression, evaluator: Evaluator) -> Type | None:
    """Return the type of a variable, of a field, or of what a dict holds."""
    if isinstance(held, NameExpr):
        return held.node.type if isinstance(held.node, Var) else None
    if isinstance(held, MemberExpr):
        return evaluator.declared_field(held)
    owner = known_type(_declared(held.base, evaluator)) if isinstance(held, IndexExpr) else None
    held_types = list(owner.args) if isinstance(owner, Instance) and owner.type.fullname == _DICT else []
    return held_types[-1] if len(held_types) > 1 else None
