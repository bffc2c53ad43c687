"""Calls that make an object or a tuple of tracers, and how a message writes what they make."""

from __future__ import annotations

from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    TypeInfo,
    Var,
)

from ...libraries.registry import REPLACE_FUNCTIONS
from ...model.classes import model_of
from ...model.constructors import keeps_arguments
from ...objects.item_types import shown_key
from ...syntax.functions import class_named


def may_make(value: Expression | None) -> bool:
    """Return whether an expression is a call of something else than a function of another module, ``jnp.sum``."""
    call = None if value is None else item_of(value)[0]
    callee = call.callee if isinstance(call, CallExpr) else None
    if isinstance(callee, MemberExpr):
        is_of_module = isinstance(callee.expr, NameExpr) and isinstance(callee.expr.node, MypyFile)
        return not is_of_module or isinstance(callee.node, TypeInfo) or callee.fullname in REPLACE_FUNCTIONS
    return isinstance(callee, NameExpr) and isinstance(callee.node, FuncDef | TypeInfo | Var | Decorator)


def named(expression: Expression) -> str:
    """Return a name, or an item of what has a name, as it is written; nothing of anything else."""
    if isinstance(expression, IndexExpr) and isinstance(expression.base, NameExpr):
        return f"{expression.base.name}[{shown_key(expression.index)}]"
    return expression.name if isinstance(expression, NameExpr) else ""


def shown(callee: Expression) -> str:
    """Return how to write what is called."""
    if isinstance(callee, MemberExpr):
        return f"{callee.expr.name}.{callee.name}" if isinstance(callee.expr, NameExpr) else callee.name
    return callee.name if isinstance(callee, NameExpr) else "f"


def item_of(value: Expression) -> tuple[Expression, int | None]:
    """Return the call that an expression reads an item of, ``f(x)[0]``, and the item; else the expression itself."""
    if isinstance(value, IndexExpr) and isinstance(value.index, IntExpr) and isinstance(value.base, CallExpr):
        return value.base, value.index.value
    return value, None


def class_kept(call: Expression) -> TypeInfo | None:
    """Return the pytree dataclass of which a call makes an object with what it is given in the fields."""
    info = class_named(call.callee) if isinstance(call, CallExpr) else None
    return info if info is not None and model_of(info) is not None and keeps_arguments(info) else None
