"""Calls of jitted functions that mypy cannot follow: without the plugin it knows nothing of them.

The methods of a union of classes, as two environments with states of their own, are called with what the union gives:
mypy cannot know that state and environment are of one kind. And a variable that is an empty dict or list at first
takes its type from the next value, but not where that is unpacked: ``state, metrics = step(state)``.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentStmt, CallExpr, Expression, ListExpr, MemberExpr, NameExpr, TupleExpr, Var
from mypy.plugin import FunctionSigContext, MethodSigContext
from mypy.types import AnyType, CallableType, FunctionLike, Instance, PartialType, TypeOfAny, UnionType

from ...host.known_types import known_type
from ...syntax import INDEX
from ...typefacts.jitted_types import is_jitted_type
from ..starred_arguments import keep_named, taking_anything


def accept_call(ctx: FunctionSigContext | MethodSigContext) -> FunctionLike:
    """Return the signature of a jitted function for the call at hand."""
    taken, call = keep_named(ctx), ctx.context
    if not isinstance(call, CallExpr) or not isinstance(taken, CallableType) or not is_jitted_type(taken):
        return taken
    assert isinstance(ctx.api, TypeChecker)
    if _is_of_several(call.callee, ctx.api):
        taken = taking_anything(taken)
    if _is_unpacked_into_open(call, ctx.api):
        anything = AnyType(TypeOfAny.special_form)
        taken = taken.copy_modified(ret_type=anything)  # pyright: ignore[reportUnknownMemberType] - untyped defaults
    return taken


def _is_of_several(callee: Expression, api: TypeChecker) -> bool:
    """Return whether a method is one of a union of classes."""
    owner = known_type(api.lookup_type_or_none(callee.expr)) if isinstance(callee, MemberExpr) else None
    items = [known_type(each) for each in owner.items] if isinstance(owner, UnionType) else []
    return sum(isinstance(each, Instance) for each in items) > 1


def _is_unpacked_into_open(call: CallExpr, api: TypeChecker) -> bool:
    """Return whether a result is unpacked into a variable whose items are not known yet."""
    statement = INDEX.of(api.tree).parent(call)
    targets = statement.lvalues if isinstance(statement, AssignmentStmt) else []
    return any(map(_is_open, targets))


def _is_open(target: Expression) -> bool:
    """Return whether a tuple of targets has such a variable."""
    items = target.items if isinstance(target, TupleExpr | ListExpr) else []
    variables = (each.node.type for each in items if isinstance(each, NameExpr) and isinstance(each.node, Var))
    is_open = any(isinstance(kind, PartialType) and kind.type is not None for kind in variables)
    return is_open or any(map(_is_open, items))
