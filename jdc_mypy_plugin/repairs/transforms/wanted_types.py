"""Types that the program says of a result, ``return jax.lax.psum(x, "i")`` in a function that returns an array.

The type of a variable without annotation stays as JAX declares it: it may come to hold something else.
"""

from __future__ import annotations

from collections.abc import Iterable

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentStmt, Context, Expression, MemberExpr, NameExpr, Var
from mypy.plugin import FunctionContext, MethodContext
from mypy.subtypes import is_same_type
from mypy.types import AnyType, ProperType, Type, UnboundType, UnionType

from ...host.known_types import known_type
from ...syntax import INDEX


def wanted_type(ctx: FunctionContext | MethodContext) -> ProperType | None:
    """Return the type that is wanted of the result of a call; None where any will do."""
    assert isinstance(ctx.api, TypeChecker)
    wanted = known_type(ctx.api.expr_checker.type_context[-1])
    return None if isinstance(wanted, AnyType | UnboundType) or _is_of_variable(ctx.context, ctx.api) else wanted


def _is_of_variable(call: Context, api: TypeChecker) -> bool:
    """Return whether the result is given to a variable without annotation, which has the type of its first value."""
    statement = INDEX.of(api.tree).parent(call) if isinstance(call, Expression) else None
    if not isinstance(statement, AssignmentStmt) or statement.unanalyzed_type is not None:
        return False
    variables = [target.node for target in statement.lvalues if isinstance(target, NameExpr | MemberExpr)]
    return any(isinstance(each, Var) and each.is_inferred for each in variables)


def as_wanted(found: Iterable[Type | None], ctx: FunctionContext | MethodContext) -> Type | None:
    """Return the type that is wanted of a result, where one that it may have is the same."""
    wanted = wanted_type(ctx)
    if wanted is None:
        return None
    known = [kind for kind in map(known_type, found) if kind is not None and not isinstance(kind, AnyType)]
    items = [wanted, *map(known_type, wanted.items)] if isinstance(wanted, UnionType) else [wanted]
    return next((item for item in items for kind in known if is_same_type(kind, item)), None)
