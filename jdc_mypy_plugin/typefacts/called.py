"""The function that a call names, of a class too."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Decorator, Expression, FuncDef, MemberExpr, RefExpr, TypeInfo

from .instances import sole_instance


def called_function(callee: Expression, api: TypeChecker) -> FuncDef | None:
    """Return the function or the method that a call names, under its decorators."""
    node = callee.node if isinstance(callee, RefExpr) else None
    if isinstance(callee, MemberExpr) and node is None:
        owner = callee.expr.node if isinstance(callee.expr, RefExpr) else None
        instance = sole_instance(api.lookup_type_or_none(callee.expr))
        info = owner if isinstance(owner, TypeInfo) else None if instance is None else instance.type
        symbol = None if info is None else info.get(callee.name)
        node = None if symbol is None else symbol.node
    function = node.func if isinstance(node, Decorator) else node
    return function if isinstance(function, FuncDef) else None
