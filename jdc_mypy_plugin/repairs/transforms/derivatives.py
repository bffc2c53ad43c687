"""Derivatives that JAX takes at once, `jax.jvp`, `jax.vjp` and `jax.linearize`, and matrices of them.

JAX declares all of them to be anything. A tangent has the type of what it is a tangent of, and so has a cotangent. A
matrix is one array, or a tree with one in each leaf, where the function takes or returns one array.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    ARG_STAR,
    ARG_STAR2,
    AssignmentStmt,
    CallExpr,
    Expression,
    LambdaExpr,
    NameExpr,
    RefExpr,
    Var,
)
from mypy.plugin import FunctionContext
from mypy.types import AnyType, CallableType, Instance, ProperType, TupleType, Type, TypeOfAny

from ...host.known_types import known_type
from ...syntax.index import INDEX
from ...syntax.names.references import REFERENCES
from ...syntax.values.held_results import may_change
from .called_lambdas import shown_result, with_parameters
from .leaf_types import ARRAY, NUMBERS, gradient_type
from .transformed_functions import gradient_at, only_function, taking_arrays, written_argnums

JVP: Final = "jax._src.api.jvp"
LINEARIZE: Final = "jax._src.api.linearize"
VJP: Final = "jax._src.api.vjp"
DERIVATIVES: Final = (JVP, LINEARIZE, VJP)
LINEAR_TRANSPOSE: Final = "jax._src.api.linear_transpose"
_GRAD: Final = "jax._src.api.grad"

_ANY: Final = AnyType(TypeOfAny.special_form)


def type_derivative(ctx: FunctionContext, fullname: str) -> Type:
    """Return the type of ``jax.jvp(f, primals, tangents)`` and its relatives."""
    primals = _primals(ctx, fullname)
    if _is_given(ctx, "has_aux") or not primals or len(ctx.args[0]) != 1 or _is_rebound(ctx):
        return ctx.default_return_type
    assert isinstance(ctx.api, TypeChecker)
    if fullname == VJP:
        declared = known_type(ctx.default_return_type)
        value: Type = declared.items[0] if isinstance(declared, TupleType) else _ANY
        items = [value, _function([_of_arrays(primal, ctx.api) for primal in primals], ctx.api)]
    else:
        value = _value(ctx.args[0][0], known_type(ctx.arg_types[0][0]), primals, ctx.api)
        if isinstance(known_type(value), AnyType):
            return ctx.default_return_type
        items = [value, _function(value, ctx.api) if fullname == LINEARIZE else value]
    return _tuple(items, ctx.api)


def transpose_linear(ctx: FunctionContext) -> Type:
    """Return the type of ``jax.linear_transpose(f, x)``, which returns a tuple like the arguments of ``f``."""
    primals = _primals(ctx, LINEAR_TRANSPOSE)
    if not primals or _is_rebound(ctx):
        return ctx.default_return_type
    assert isinstance(ctx.api, TypeChecker)
    return _function([_of_arrays(primal, ctx.api) for primal in primals], ctx.api)


def return_jacobian(ctx: FunctionContext, *, times: int) -> Type:
    """Return the type of ``jax.jacfwd(f)``, or of ``jax.hessian(f)``, which differentiates two times."""
    function, place = only_function(ctx), written_argnums(ctx)
    if function is None or not isinstance(place, int) or _is_given(ctx, "has_aux") or _is_rebound(ctx):
        return ctx.default_return_type
    assert isinstance(ctx.api, TypeChecker)
    taken, value = gradient_at(function, place, ctx.api), _of_arrays(function.ret_type, ctx.api)
    of_result = _is_array(value) and (times == 1 or _is_array(taken))
    made = taken if of_result else value if _is_array(taken) else _ANY
    if isinstance(known_type(made), AnyType):
        return ctx.default_return_type
    jacobian = taking_arrays(function, ctx).copy_modified(ret_type=made)  # pyright: ignore[reportUnknownMemberType]
    return shown_result(jacobian, ctx)


def _primals(ctx: FunctionContext, fullname: str) -> Sequence[Type]:
    """Return the types of what the function is called with; nothing where they are not written out."""
    if "primals" not in ctx.callee_arg_names:
        return ()
    place = ctx.callee_arg_names.index("primals")
    given = ctx.arg_types[place]
    if fullname != JVP:
        return given if all(kind is ARG_POS for kind in ctx.arg_kinds[place]) else ()
    whole = known_type(given[0]) if given else None
    return whole.items if isinstance(whole, TupleType) else ()


def _value(written: Expression, function: ProperType, primals: Sequence[Type], api: TypeChecker) -> Type:
    """Return the type of what a function returns, as JAX differentiates it."""
    if isinstance(written, NameExpr) and isinstance(written.node, Var):
        written = _assigned(written.node, api) or written
    if isinstance(written, CallExpr) and isinstance(written.callee, RefExpr) and written.callee.fullname == _GRAD:
        return gradient_type(primals[0], api) if len(written.args) == 1 else _ANY
    if isinstance(written, LambdaExpr):
        function = with_parameters(written, primals, api) or function
    is_one = isinstance(function, CallableType) and not function.variables and not function.is_type_obj()
    return _of_arrays(function.ret_type, api) if is_one and isinstance(function, CallableType) else _ANY


def _of_arrays(returned: Type, api: TypeChecker) -> Type:
    """Return the type of a result, anything for a number: who declares that goes on declaring it."""
    kind = known_type(returned)
    is_number = isinstance(kind, Instance) and kind.type.fullname in NUMBERS
    return _ANY if is_number else gradient_type(returned, api)


def _assigned(variable: Var, api: TypeChecker) -> Expression | None:
    """Return what is assigned to a variable that is bound once; None where that is not written out."""
    index = INDEX.of(api.tree)
    names = REFERENCES.of(api.tree).get(variable, ())
    statements = [each for each in map(index.parent, names) if isinstance(each, AssignmentStmt)]
    bound = [each for each in statements if any(target in names for target in each.lvalues)]
    is_sole = len(bound) == 1 and not any(index.rebinding.rebound_targets(bound[0].rvalue))
    return bound[0].rvalue if is_sole else None


def _function(returned: Type | list[Type], api: TypeChecker) -> CallableType:
    """Return the type of a function of JAX that takes anything."""
    result = _tuple(returned, api) if isinstance(returned, list) else returned
    fallback = api.named_generic_type("builtins.function", [])
    return CallableType([_ANY, _ANY], [ARG_STAR, ARG_STAR2], [None, None], result, fallback, is_ellipsis_args=True)


def _tuple(items: list[Type], api: TypeChecker) -> TupleType:
    return TupleType(items, api.named_generic_type("builtins.tuple", [_ANY]))


def _is_given(ctx: FunctionContext, parameter: str) -> bool:
    return parameter in ctx.callee_arg_names and bool(ctx.args[ctx.callee_arg_names.index(parameter)])


def _is_rebound(ctx: FunctionContext) -> bool:
    assert isinstance(ctx.api, TypeChecker)
    return may_change(ctx.context, ctx.api.tree)


def _is_array(kind: Type) -> bool:
    proper = known_type(kind)
    return isinstance(proper, Instance) and proper.type.fullname == ARRAY
