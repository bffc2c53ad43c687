"""Lambdas under a transformation that is called at once: ``jax.vmap(lambda ball: ball.height)(balls)``.

mypy reads such a lambda before it comes to the arguments, so that it takes each parameter for anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_POS, AssignmentStmt, CallExpr, Expression, LambdaExpr, NameExpr, Var
from mypy.plugin import FunctionContext, MethodContext
from mypy.subtypes import is_subtype
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    PartialType,
    ProperType,
    TupleType,
    Type,
    TypeOfAny,
    TypeVarType,
)

from jdc_spec.arrays import JAX_ARRAYS

from ...host.known_types import known_type
from ...libraries.by_hand import children_of
from ...libraries.nnx import PYTREE
from ...syntax.index import INDEX
from ...syntax.names.references import REFERENCES
from ...syntax.names.targets import row
from ...typefacts.instances import is_pytree_object

_ANY: Final = AnyType(TypeOfAny.special_form)
_DEEPEST: Final = 2
"""How many lambdas inside one another are read again; each doubles the time."""

_being_read: Final[list[LambdaExpr]] = []


def called_lambda(ctx: FunctionContext | MethodContext) -> CallableType | None:
    """Return the type of a lambda whose transformed function is called at once, by what that call gives it."""
    function = ctx.args[0][0] if ctx.args and len(ctx.args[0]) == 1 else None
    if not isinstance(function, LambdaExpr) or not isinstance(ctx.context, Expression):
        return None
    assert isinstance(ctx.api, TypeChecker)
    index = INDEX.of(ctx.api.tree)
    call = index.parent(ctx.context)
    if not isinstance(call, CallExpr) or call.callee is not ctx.context:
        return None
    if any(kind is not ARG_POS for kind in call.arg_kinds) or len(_being_read) >= _DEEPEST:
        return None
    given = [_type_of(argument, ctx.api) for argument in call.args]
    return with_parameters(function, given, ctx.api)


def shown_result(made: CallableType, ctx: FunctionContext | MethodContext) -> CallableType:
    """Return what a transformation makes of a lambda, with the type of its result where that says enough.

    A variable that holds an array may come to hold one of NumPy, or a number; one that holds a tuple, another.
    """
    given = ctx.args[0][0] if ctx.args and ctx.args[0] else None
    if not isinstance(given, LambdaExpr) or not isinstance(ctx.context, Expression):
        return made
    assert isinstance(ctx.api, TypeChecker)
    index = INDEX.of(ctx.api.tree)
    call = index.parent(ctx.context)
    statement = index.parent(call) if isinstance(call, Expression) else None
    is_assigned = not isinstance(call, Expression) or isinstance(statement, AssignmentStmt)
    is_unpacked = isinstance(statement, AssignmentStmt) and any(map(row, statement.lvalues))
    returned = known_type(made.ret_type)
    by_jax = known_type(ctx.default_return_type)
    declared = known_type(by_jax.ret_type) if isinstance(by_jax, CallableType) else _ANY
    is_whole = isinstance(returned, TupleType) and is_assigned and not is_unpacked
    result = declared if is_whole else _shown(returned, declared, ctx.api, is_assigned=is_assigned)
    return made.copy_modified(ret_type=result, implicit=False)  # pyright: ignore[reportUnknownMemberType]


def _shown(result: ProperType, declared: ProperType, api: TypeChecker, *, is_assigned: bool) -> Type:
    """Return what is known of a result, and what JAX declares of the rest."""
    if isinstance(result, TupleType):
        is_same = isinstance(declared, TupleType) and len(declared.items) == len(result.items)
        others = declared.items if isinstance(declared, TupleType) and is_same else [_ANY] * len(result.items)
        pairs = zip(map(known_type, result.items), map(known_type, others), strict=True)
        items = [_shown(item, other, api, is_assigned=is_assigned) for item, other in pairs]
        return result.copy_modified(items=items)  # pyright: ignore[reportUnknownMemberType] - untyped defaults
    is_kept = isinstance(result, TypeVarType) or is_pytree_object(result) or _is_by_hand(result)
    return result if is_kept or (_is_array(result) and not is_assigned) else declared


def with_parameters(function: LambdaExpr, given: Sequence[Type], api: object) -> CallableType | None:
    """Return the type of a lambda that is called with arguments of these types; None where none of them is known."""
    assert isinstance(api, TypeChecker)
    taken = [kind if _is_known(known_type(kind)) else _ANY for kind in given]
    is_plain = all(kind is ARG_POS for kind in function.arg_kinds) and len(function.arg_kinds) == len(taken)
    if not is_plain or len(_being_read) >= _DEEPEST or all(isinstance(kind, AnyType) for kind in taken):
        return None
    fallback = api.named_generic_type("builtins.function", [])
    expected = CallableType(taken, function.arg_kinds, [None] * len(taken), _ANY, fallback)
    _being_read.append(function)
    try:
        with api.msg.filter_errors():
            typed = known_type(api.expr_checker.accept(function, expected))
    finally:
        _being_read.pop()
    return typed if isinstance(typed, CallableType) else None


def _type_of(argument: Expression, api: TypeChecker) -> Type:
    """Return the type of an argument that mypy has not come to."""
    node = argument.node if isinstance(argument, NameExpr) else None
    if isinstance(node, Var) and (isinstance(node.type, PartialType) or _holds_other(node, api)):
        return _ANY
    with api.msg.filter_errors():
        return api.expr_checker.accept(argument)


def _holds_other(variable: Var, api: TypeChecker) -> bool:
    """Return whether a variable is assigned what its type does not allow, of which mypy has told by now."""
    index = INDEX.of(api.tree)
    statements = [index.parent(each) for each in REFERENCES.of(api.tree).get(variable, ())]
    assigned = [
        api.lookup_type_or_none(each.rvalue)
        for each in statements
        if isinstance(each, AssignmentStmt) and isinstance(each.lvalues[0], NameExpr)
    ]
    return variable.type is not None and any(
        kind is not None and not is_subtype(kind, variable.type) for kind in assigned
    )


def _is_known(kind: ProperType) -> bool:
    is_of_nnx = isinstance(kind, Instance) and kind.type.has_base(PYTREE)
    is_open = isinstance(kind, TypeVarType)
    return is_open or is_of_nnx or is_pytree_object(kind) or _is_array(kind) or _is_by_hand(kind)


def _is_by_hand(kind: ProperType) -> bool:
    """Return whether a type is that of objects which functions take apart and put together."""
    return isinstance(kind, Instance) and bool(children_of(kind.type))


def _is_array(kind: ProperType) -> bool:
    return isinstance(kind, Instance) and kind.type.fullname in JAX_ARRAYS
