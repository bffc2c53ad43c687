"""Functions that jax transforms: `jax.jit`, `jax.grad` and their relatives.

JAX declares that they take and return any callable, so that mypy checks no call of a jitted function. Here the
transformed function gets the parameters and the result of the original one. The result of `jax.jit` keeps
``lower`` and the rest: mypy looks such attributes up in the class that JAX declares.

A transformed function takes whatever JAX makes an array of, so a parameter for an array or a number takes both.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentStmt, Context, Decorator, Expression, IntExpr, MemberExpr, NameExpr, TupleExpr
from mypy.plugin import FunctionContext, MethodContext, MethodSigContext
from mypy.subtypes import is_subtype
from mypy.types import (
    AnyType,
    CallableType,
    FunctionLike,
    Instance,
    ProperType,
    TupleType,
    Type,
    TypeOfAny,
    UnboundType,
)

from ...host.known_types import known_type
from ...syntax.index import INDEX
from ...syntax.values.held_results import may_change
from ...typefacts.instances import is_pytree_object
from ...typefacts.jitted_types import STAGES
from ..chex_decorators import counted_function
from .called_lambdas import called_lambda, shown_result
from .calls_of_jitted import accept_call
from .leaf_types import NUMBERS, arrays_returned, gradient_type, named, union_of_inputs


def keep_signature(ctx: FunctionContext | MethodContext) -> Type:
    """Return the type of ``jax.jit(f)``, or of what a decorator made of `jax.jit` makes of ``f``."""
    made = known_type(ctx.default_return_type)
    function = _given_function(ctx)
    if isinstance(made, CallableType):
        return _decorator(made, ctx)
    if not isinstance(made, Instance) or made.type.fullname not in STAGES or function is None:
        return ctx.default_return_type
    assert isinstance(ctx.api, TypeChecker)
    taking = function if function.param_spec() else shown_result(taking_arrays(function, ctx), ctx)
    jitted: CallableType = taking.copy_modified(fallback=made)  # pyright: ignore[reportUnknownMemberType] - untyped defaults
    return jitted if _fits(jitted, ctx.context, ctx.api) else made


def accept_arrays(ctx: MethodSigContext) -> CallableType | FunctionLike:
    """Let a call of a jitted method give any array.

    The method itself is what it is declared to be: a class below may have another that is not jitted in its place.
    """
    method = ctx.default_signature
    assert isinstance(ctx.api, TypeChecker)
    if not ctx.api.tree.fullname.startswith("jax."):
        ctx = ctx._replace(default_signature=_with_inputs(method, ctx.api))
    return accept_call(ctx)


def _is_method(context: Context) -> bool:
    return isinstance(context, Decorator) and bool(context.func.info)


def _decorator(made: CallableType, ctx: FunctionContext | MethodContext) -> Type:
    """Return the type of ``jax.jit(static_argnums=0)``, a partial, of whose calls mypy tells a plugin."""
    assert isinstance(ctx.api, TypeChecker)
    jitted, partial = known_type(made.ret_type), named("functools.partial", ctx.api)
    if partial is None or not isinstance(jitted, Instance) or jitted.type.fullname not in STAGES:
        return ctx.default_return_type
    return partial.copy_modified(args=[jitted])  # pyright: ignore[reportUnknownMemberType] - untyped defaults


def keep_function(ctx: FunctionContext) -> Type:
    """Return the type of ``jax.checkpoint(f)`` or ``jax.vmap(f)``."""
    function = only_function(ctx)
    if function is None:
        return ctx.default_return_type
    return shown_result(taking_arrays(function, ctx), ctx)


def keep_result(ctx: FunctionContext) -> Type:
    """Return the type of ``equinox.filter_vmap(f)``, which is declared to return anything, where objects come out."""
    made = known_type(ctx.default_return_type)
    if not isinstance(made, CallableType) or not isinstance(known_type(made.ret_type), AnyType):
        return ctx.default_return_type
    function = only_function(ctx)
    if function is None:
        instance = _made_by_class(ctx)
        return made if instance is None else made.copy_modified(ret_type=instance)  # pyright: ignore[reportUnknownMemberType]
    if not is_pytree_object(function.ret_type):
        return ctx.default_return_type
    return shown_result(taking_arrays(function, ctx), ctx)


def _made_by_class(ctx: FunctionContext) -> Type | None:
    """Return the type of the objects of a class that is given as the function, where it is a pytree dataclass."""
    given = known_type(ctx.arg_types[0][0]) if ctx.arg_types and len(ctx.arg_types[0]) == 1 else None
    if not isinstance(given, FunctionLike) or not given.is_type_obj() or given.items[0].variables:
        return None
    assert isinstance(ctx.api, TypeChecker)
    is_rebound = may_change(ctx.context, ctx.api.tree)
    instance = given.items[0].ret_type
    return instance if is_pytree_object(instance) and not is_rebound else None


def return_gradient(ctx: FunctionContext, *, with_value: bool, of_state: bool = False) -> Type:
    """Return the type of ``jax.grad(f)``, or of ``jax.value_and_grad(f)``.

    ``of_state`` is true of those of flax.nnx: the gradient of an object is its state, which holds anything.
    """
    function, places = only_function(ctx), () if of_state else written_argnums(ctx)
    has_aux = _argument(ctx, "has_aux")
    if function is None or places is None or not (has_aux is None or _is_bool(has_aux)):
        return ctx.default_return_type
    slope = AnyType(TypeOfAny.special_form) if of_state else _gradient(function, places, ctx)
    value = known_type(function.ret_type)
    if has_aux is not None and _says_true(has_aux):
        if not isinstance(value, TupleType) or len(value.items) != 2:
            return ctx.default_return_type
        given = [value if with_value else value.items[1], slope]
        result = given if with_value else given[::-1]
    else:
        result = [_traced(value, ctx), slope] if with_value else [slope]
    returned = _pair(result, ctx) if len(result) > 1 else result[0]
    gradient = taking_arrays(function, ctx).copy_modified(ret_type=returned)  # pyright: ignore[reportUnknownMemberType]
    return shown_result(gradient, ctx)


def _given_function(ctx: FunctionContext | MethodContext) -> CallableType | None:
    """Return the type of the function that is given as the first argument; None for classes and other objects.

    None too for what is assigned to a variable that the module assigns again: another function may come there.
    """
    assert isinstance(ctx.api, TypeChecker)
    given = ctx.arg_types[0][0] if ctx.arg_types and len(ctx.arg_types[0]) == 1 else None
    function = called_lambda(ctx) or known_type(given)
    if isinstance(function, AnyType):
        function = counted_function(ctx)
    if INDEX.of(ctx.api.tree).rebinding.is_rebound(ctx.context):
        return None
    if not isinstance(function, CallableType) or function.is_type_obj():
        return None
    is_unknown = isinstance(known_type(function.ret_type), UnboundType)  # a name that mypy takes for no type
    return None if is_unknown else function


def only_function(ctx: FunctionContext | MethodContext) -> CallableType | None:
    """Return the same, but for a function that takes whatever another does."""
    function = _given_function(ctx)
    return None if function is None or function.param_spec() is not None else function


def _fits(jitted: CallableType, call: Context, api: TypeChecker) -> bool:
    """Return whether a jitted function has the type of the method in whose place it is put: ``obj.f = jax.jit(f)``.

    mypy refuses the assignment by itself, and need not say that the types differ.
    """
    statement = INDEX.of(api.tree).parent(call) if isinstance(call, Expression) else None
    targets = statement.lvalues if isinstance(statement, AssignmentStmt) else []
    kinds = [known_type(api.lookup_type_or_none(target)) for target in targets if isinstance(target, MemberExpr)]
    return all(
        is_subtype(jitted, kind) for kind in kinds if isinstance(kind, CallableType) and kind.definition is not None
    )


def taking_arrays(function: CallableType, ctx: FunctionContext | MethodContext) -> CallableType:
    """Return the function with parameters that take arrays; with any where JAX itself jits it.

    JAX declares less than these take: ``jnp.linalg.norm(x, ord=jnp.inf)`` where it says ``ord: int | str | None``.
    The method of a class below may have another in its place that is not transformed: a method stays as it is.
    """
    assert isinstance(ctx.api, TypeChecker)
    if _is_method(ctx.context):
        return function
    if function.implicit:  # JAX declares what it returns: it is no call of a function without types
        function = function.copy_modified(implicit=False)  # pyright: ignore[reportUnknownMemberType]
    if ctx.api.tree.fullname.startswith("jax."):
        anything: list[Type] = [AnyType(TypeOfAny.special_form)] * len(function.arg_types)
        return function.copy_modified(arg_types=anything)  # pyright: ignore[reportUnknownMemberType]
    return _with_inputs(function, ctx.api)


def _with_inputs(function: CallableType, api: TypeChecker) -> CallableType:
    taken = [union_of_inputs(each, api) for each in function.arg_types]
    returned = arrays_returned(function.ret_type)
    return function.copy_modified(arg_types=taken, ret_type=returned)  # pyright: ignore[reportUnknownMemberType]


def _gradient(function: CallableType, places: Sequence[int] | int, ctx: FunctionContext) -> Type:
    assert isinstance(ctx.api, TypeChecker)
    if isinstance(places, int):
        return gradient_at(function, places, ctx.api)
    return _pair([gradient_at(function, place, ctx.api) for place in places], ctx)


def gradient_at(function: CallableType, place: int, api: TypeChecker) -> Type:
    """Return the type of the gradient with respect to the argument in a place; Any where it is unknown."""
    kinds = function.arg_kinds
    if not 0 <= place < len(kinds) or not all(kind.is_positional() for kind in kinds[: place + 1]):
        return AnyType(TypeOfAny.special_form)
    return gradient_type(function.arg_types[place], api)


def _traced(value: ProperType, ctx: FunctionContext) -> Type:
    """Return the type of a loss: an array, where the function says that it is a number."""
    assert isinstance(ctx.api, TypeChecker)
    is_number = isinstance(value, Instance) and value.type.fullname in NUMBERS
    return gradient_type(value, ctx.api) if is_number else value


def _pair(items: Sequence[Type], ctx: FunctionContext) -> TupleType:
    fallback = ctx.api.named_generic_type("builtins.tuple", [AnyType(TypeOfAny.special_form)])
    return TupleType(list(items), fallback)


def _argument(ctx: FunctionContext, name: str) -> Expression | None:
    """Return the argument for a parameter; None where there is none."""
    if name not in ctx.callee_arg_names:
        return None
    given = ctx.args[ctx.callee_arg_names.index(name)]
    return given[0] if given else None


def written_argnums(ctx: FunctionContext) -> Sequence[int] | int | None:
    """Return ``argnums``, 0 where it is not given; None where it is not written out."""
    given = _argument(ctx, "argnums")
    if given is None:
        return 0
    if isinstance(given, IntExpr):
        return given.value
    items = given.items if isinstance(given, TupleExpr) else []
    numbers = [item.value for item in items if isinstance(item, IntExpr)]
    return numbers if numbers and len(numbers) == len(items) else None


def _is_bool(expression: Expression) -> bool:
    return isinstance(expression, NameExpr) and expression.fullname in ("builtins.True", "builtins.False")


def _says_true(expression: Expression) -> bool:
    return isinstance(expression, NameExpr) and expression.fullname == "builtins.True"
