"""Comparisons of objects of pytree dataclasses: ``a == b``, ``rows.index(a)``.

Of ``a in rows`` mypy drops what a plugin says.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, ComparisonExpr, MemberExpr
from mypy.plugin import MethodContext
from mypy.types import Type

from ..rules.asking import ask
from ..rules.places import OBJECT_COMPARISON, ObjectComparison
from ..typefacts.instances import sole_instance

OPERATORS: Final = {"__eq__": "==", "__ne__": "!="}

_METHODS: Final = ("count", "index", "remove")

IN_CONTAINERS: Final = frozenset(f"builtins.{owner}.{name}" for owner in ("list", "tuple") for name in _METHODS)
"""Methods of containers that compare their argument with what they hold."""


def check_operator(ctx: MethodContext) -> Type:
    """Ask the rules about ``a == b`` and ``a != b``."""
    assert isinstance(ctx.api, TypeChecker)
    node = ctx.context
    if isinstance(node, ComparisonExpr) and len(node.operators) == 1 and ctx.arg_types and ctx.arg_types[0]:
        ask(OBJECT_COMPARISON, ObjectComparison(ctx.type, ctx.arg_types[0][0], node.operators[0], node, ctx.api))
    return ctx.default_return_type


def check_in_container(ctx: MethodContext) -> Type:
    """Ask the rules about the methods of a list that look for an object."""
    assert isinstance(ctx.api, TypeChecker)
    container = sole_instance(ctx.type)
    given = ctx.arg_types[0][0] if ctx.arg_types and ctx.arg_types[0] else None
    if container is None or len(container.args) != 1 or given is None:
        return ctx.default_return_type
    node = ctx.context
    callee = node.callee if isinstance(node, CallExpr) else None
    code = callee.name if isinstance(callee, MemberExpr) else "index"
    ask(OBJECT_COMPARISON, ObjectComparison(given, container.args[0], code, node, ctx.api))
    return ctx.default_return_type
