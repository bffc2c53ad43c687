"""Comparisons of objects of pytree dataclasses: ``a == b``, ``rows.index(a)``, ``sorted(rows)``.

Of ``a in rows`` mypy drops what a plugin says, and of ``a == b`` where ``b`` may be None. Of objects of a type
variable it asks nothing.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, ComparisonExpr, MemberExpr, NameExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.typeops import tuple_fallback
from mypy.types import TupleType, Type

from ..host.attempts import outside_attempt
from ..host.known_types import known_type
from ..repairs.chosen_numbers import type_chosen
from ..rules.asking import ask
from ..rules.places import CONTAINED, OBJECT_COMPARISON, ObjectComparison
from ..rules.sites import Contained
from ..typefacts.instances import sole_instance

OPERATORS: Final = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__")
"""Methods that compare two objects."""

_METHODS: Final = ("count", "index", "remove")

IN_CONTAINERS: Final = frozenset(f"builtins.{owner}.{name}" for owner in ("list", "tuple") for name in _METHODS)
"""Methods of containers that compare their argument with what they hold."""
CONTAINING: Final = ("builtins.list.__contains__", "builtins.tuple.__contains__")
CHOOSING_FUNCTIONS: Final = ("builtins.min", "builtins.max")
ORDERING_FUNCTIONS: Final = ("builtins.sorted", *CHOOSING_FUNCTIONS)
ORDERING_METHOD: Final = "builtins.list.sort"
_KEY: Final = "key"


def check_operator(ctx: MethodContext) -> Type:
    """Ask the rules about ``a == b`` and ``a != b``."""
    assert isinstance(ctx.api, TypeChecker)
    node = ctx.context
    if not isinstance(node, ComparisonExpr) or not ctx.args or not ctx.args[0]:
        return ctx.default_return_type
    # An error here makes mypy try the method of the right operand, with a stand-in for the left one, and it tells of
    # the first error where both have one.
    chain = list(zip(node.operands, node.operators, node.operands[1:], strict=False))
    pairs = chain if len(chain) == 1 else [each for each in chain if each[2] is ctx.args[0][0]]
    left, code, right = pairs[0] if pairs else (None, "==", None)
    operands = (left, right) if left is not None and right is not None else ()
    ask(OBJECT_COMPARISON, ObjectComparison(ctx.type, ctx.arg_types[0][0], code, operands, node, ctx.api))
    return ctx.default_return_type


def check_in_container(ctx: MethodContext) -> Type:
    """Ask the rules about the methods of a list that look for an object."""
    assert isinstance(ctx.api, TypeChecker)
    held = known_type(ctx.type)
    container = tuple_fallback(held) if isinstance(held, TupleType) else sole_instance(held)
    given = ctx.arg_types[0][0] if ctx.arg_types and ctx.arg_types[0] else None
    if container is None or len(container.args) != 1 or given is None:
        return ctx.default_return_type
    node = ctx.context
    callee = node.callee if isinstance(node, CallExpr) else None
    code = callee.name if isinstance(callee, MemberExpr) else "index"
    ask(OBJECT_COMPARISON, ObjectComparison(given, container.args[0], code, (), node, ctx.api))
    return ctx.default_return_type


def check_contained(ctx: MethodContext) -> Type:
    """Ask the rules about ``a in rows``, where mypy drops what is reported while it looks for ``__contains__``."""
    assert isinstance(ctx.api, TypeChecker)
    if isinstance(ctx.context, ComparisonExpr):
        with outside_attempt(ctx.api.errors):
            ask(CONTAINED, Contained(ctx.context, ctx.api))
    return ctx.default_return_type


def check_ordered(ctx: FunctionContext) -> Type:
    """Ask the rules about ``sorted(rows)``, ``min(rows)`` and ``max(rows)``, and ``max(a, b)``."""
    call = ctx.context
    given = [each for types in ctx.arg_types for each in types]
    if not isinstance(call, CallExpr) or not isinstance(call.callee, NameExpr):
        return ctx.default_return_type
    if len(call.args) == 1 and len(given) == 1:
        _ask_of_rows(given[0], call, call.callee.name, ctx)
    elif len(call.args) > 1 and all(kind.is_positional() for kind in call.arg_kinds) and len(given) == len(call.args):
        assert isinstance(ctx.api, TypeChecker)
        first, other, *_ = given
        ask(OBJECT_COMPARISON, ObjectComparison(first, other, call.callee.name, tuple(call.args[:2]), call, ctx.api))
    return ctx.default_return_type


def check_chosen(ctx: FunctionContext) -> Type:
    """Ask the rules about ``max(a, b)`` and its relatives, and type what they give back."""
    check_ordered(ctx)
    return type_chosen(ctx)


def check_sorted(ctx: MethodContext) -> Type:
    """Ask the rules about ``rows.sort()``."""
    if isinstance(ctx.context, CallExpr):
        _ask_of_rows(ctx.type, ctx.context, "sort", ctx)
    return ctx.default_return_type


def _ask_of_rows(rows: Type, call: CallExpr, code: str, ctx: FunctionContext | MethodContext) -> None:
    """Ask about the order of what a container holds, unless a function says what is compared."""
    assert isinstance(ctx.api, TypeChecker)
    held = known_type(rows)
    container = tuple_fallback(held) if isinstance(held, TupleType) else sole_instance(held)
    has_key = any(name == _KEY or kind.is_star() for name, kind in zip(call.arg_names, call.arg_kinds, strict=True))
    if container is not None and len(container.args) == 1 and not has_key:
        item = container.args[0]
        ask(OBJECT_COMPARISON, ObjectComparison(item, item, code, (), call, ctx.api))
