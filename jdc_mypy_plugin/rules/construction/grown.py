"""Expressions and statements that give a container, a text or an array one more part, or one less, each time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.nodes import (
    CallExpr,
    Expression,
    ExpressionStmt,
    IndexExpr,
    IntExpr,
    ListExpr,
    MemberExpr,
    OpExpr,
    RefExpr,
    StarExpr,
    Statement,
    StrExpr,
    TupleExpr,
)
from mypy.types import Instance, Type

from ...host.known_types import known_type
from ...syntax.names.targets import row
from ...transformed.changed_leaves import changes_axes

_TRANSPOSES: Final = frozenset(("T", "mT"))
_APPENDING: Final = frozenset(("append", "extend", "insert", "appendleft"))
_JOINING: Final = frozenset(("concat", "concatenate", "hstack", "stack", "vstack"))
_LISTS: Final = frozenset(("builtins.list", "collections.deque"))


def grows(value: Expression, is_start: Callable[[Expression], bool]) -> bool:
    """Return whether an expression is something with another part than what it starts from: ``(*self.x, 1)``."""
    if isinstance(value, TupleExpr | ListExpr):
        return _repeats(value, is_start) and any(not isinstance(item, StarExpr) for item in value.items)
    if isinstance(value, OpExpr) and value.op == "+":
        sides = (value.left, value.right), (value.right, value.left)
        return any(is_start(one) and _has_parts(other) for one, other in sides)
    if isinstance(value, IndexExpr):
        return is_start(value.base) and changes_axes(value.index)
    if isinstance(value, MemberExpr):
        return value.name in _TRANSPOSES and is_start(value.expr)
    return isinstance(value, CallExpr) and (_writes_more(value, is_start) or _enlarges(value, is_start))


def _enlarges(call: CallExpr, is_start: Callable[[Expression], bool]) -> bool:
    """Return whether a function of JAX or NumPy makes an array of more items: ``jnp.append(self.x, 0.0)``."""
    module, _, function = call.callee.fullname.rpartition(".") if isinstance(call.callee, RefExpr) else ("", "", "")
    if not module.startswith(("jax", "numpy")) or not call.args:
        return False
    if function in _JOINING:
        return len(row(call.args[0])) > 1 and any(map(is_start, row(call.args[0])))
    if not is_start(call.args[0]) or len(call.args) < 2:
        return False
    return function == "append" or (function == "pad" and _adds_items(call.args[1]))


def _adds_items(widths: Expression) -> bool:
    """Return whether the widths of a padding are written out, with one that is no zero."""
    if isinstance(widths, IntExpr):
        return widths.value > 0
    items = row(widths)
    is_written = bool(items) and all(isinstance(item, IntExpr) or row(item) for item in items)
    return is_written and any(map(_adds_items, items))


def appended(statement: Statement, type_of: Callable[[Expression], Type | None]) -> Expression | None:
    """Return the list that a statement gives one more item: ``self.x.append(1)``."""
    call = statement.expr if isinstance(statement, ExpressionStmt) else None
    callee = call.callee if isinstance(call, CallExpr) else None
    if not isinstance(callee, MemberExpr) or callee.name not in _APPENDING:
        return None
    kind = known_type(type_of(callee.expr))
    return callee.expr if isinstance(kind, Instance) and kind.type.fullname in _LISTS else None


def _repeats(display: TupleExpr | ListExpr, is_start: Callable[[Expression], bool]) -> bool:
    return any(isinstance(item, StarExpr) and is_start(item.expr) for item in display.items)


def _has_parts(value: Expression) -> bool:
    is_text = isinstance(value, StrExpr) and bool(value.value)
    return is_text or any(not isinstance(item, StarExpr) for item in row(value))


def _writes_more(call: CallExpr, is_start: Callable[[Expression], bool]) -> bool:
    """Return whether an f-string, which mypy reads as ``"".join([...])``, has text beside what it starts from."""
    callee = call.callee
    if not isinstance(callee, MemberExpr) or not isinstance(callee.expr, StrExpr) or callee.name != "join":
        return False
    parts = row(call.args[0]) if len(call.args) == 1 else []
    has_text = any(isinstance(part, StrExpr) and part.value for part in parts)
    return has_text and any(isinstance(part, CallExpr) and any(map(is_start, part.args)) for part in parts)
