"""Values that come from functions which return a tuple and declare something else."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Expression,
    MemberExpr,
    NameExpr,
    TupleExpr,
)

from ..model.functions.function_notes import is_noted_to_return
from ..syntax.names.flow import FLOW
from ..syntax.walk import descendants
from ..typefacts.called import called_function
from .rebound_names import is_of_rebound_name

_DEEPEST: Final = 3
"""How many names in a row are followed to the call that makes a value, and how many tuples in tuples."""


def may_be_other(value: Expression, api: TypeChecker) -> bool:
    """Return whether a value may be another thing than mypy says: by its names, or by the function that makes it."""
    return is_of_rebound_name(value, api) or may_be_tuple(value, api)


def may_be_tuple(value: Expression, api: TypeChecker, deep: int = _DEEPEST) -> bool:
    """Return whether a value or a part of it comes from a function that returns a tuple and declares another thing.

    The function may be handed on: ``jax.vmap(rollout)(keys)``, ``jax.lax.cond(over, lambda: rest(env), step, env)``.
    """
    made = _bound(value, api)
    if isinstance(made, TupleExpr | ConditionalExpr):
        items = made.items if isinstance(made, TupleExpr) else (made.if_expr, made.else_expr)
        return deep > 0 and any(may_be_tuple(each, api, deep - 1) for each in items)
    if not isinstance(made, CallExpr):
        return False
    inner = _bound(made.callee, api)
    parts = [*descendants(made), *(descendants(inner) if inner is not made.callee else ())]
    return any(isinstance(each, NameExpr | MemberExpr) and _returns_tuple(each, api) for each in parts)


def _returns_tuple(named: NameExpr | MemberExpr, api: TypeChecker) -> bool:
    function = called_function(named, api)
    return function is not None and is_noted_to_return(function, "tuple")


def _bound(value: Expression, api: TypeChecker) -> Expression:
    """Return the expression that a variable bound once stands for, or the expression itself."""
    for _ in range(_DEEPEST):
        writes = FLOW.of(api.tree).variables.bound_once(value) if isinstance(value, NameExpr) else None
        if writes is None or writes.only is None:
            break
        value = writes.only
    return value
