"""Objects that equinox returns with None in the place of some leaves, and their gradients.

``eqx.filter(model, ...)``, ``eqx.partition(model, ...)`` and ``eqx.filter_grad(loss)(model)`` are of the class of
the model, and declared to be anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import LambdaExpr
from mypy.plugin import FunctionContext
from mypy.subtypes import is_same_type
from mypy.types import AnyType, CallableType, ProperType, TupleType, Type, TypeOfAny

from ...host.known_types import known_type
from ...syntax import INDEX
from ...typefacts.instances import is_pytree_object
from ..transforms.called_lambdas import called_lambda
from ..transforms.same_trees import keep_class
from ..transforms.wanted_types import as_wanted

FILTER_GRAD: Final = "equinox._ad.filter_grad"
FILTER_VALUE_AND_GRAD: Final = "equinox._ad.filter_value_and_grad"

_ANY: Final = AnyType(TypeOfAny.special_form)


def keep_filtered(ctx: FunctionContext) -> Type:
    """Return the type of ``eqx.filter(model, ...)``: that of the model."""
    return ctx.default_return_type if _is_rebound(ctx) else keep_class(ctx, "pytree")


def keep_parts(ctx: FunctionContext) -> Type:
    """Return the type of ``eqx.partition(model, ...)``: that of the model, twice, but for variables bound again."""
    parts = known_type(ctx.default_return_type)
    given = ctx.arg_types[0][0] if ctx.arg_types and len(ctx.arg_types[0]) == 1 else None
    if given is None or not is_pytree_object(given) or not isinstance(parts, TupleType):
        return ctx.default_return_type
    open_items = _rebound(ctx)
    if len(open_items) == len(parts.items):
        items = [_ANY if is_open else given for is_open in open_items]
    else:
        items = [_ANY if any(open_items) else given] * len(parts.items)
    return parts.copy_modified(items=items)  # pyright: ignore[reportUnknownMemberType]


def combine_parts(ctx: FunctionContext) -> Type:
    """Return the type of ``eqx.combine(params, static)``: that of the parts, where those that are known have one."""
    parts = ctx.arg_types[0] if ctx.arg_types else []
    known = [part for part in parts if not _is_any(part)]
    if not known or not _is_any(ctx.default_return_type):
        return ctx.default_return_type
    is_one = is_pytree_object(known[0]) and all(is_same_type(part, known[0]) for part in known)
    return known[0] if is_one and not _is_rebound(ctx) else as_wanted(parts, ctx) or ctx.default_return_type


OF_PARTS: Final[Mapping[str, Callable[[FunctionContext], Type]]] = {
    "equinox._filters.combine": combine_parts,
    "equinox._filters.filter": keep_filtered,
    "equinox._filters.partition": keep_parts,
}
"""Functions that make trees of some leaves of others, by full name."""


def keep_gradient(ctx: FunctionContext, *, with_value: bool) -> Type:
    """Return the type of ``eqx.filter_grad(loss)`` or ``eqx.filter_value_and_grad(loss)``."""
    made = known_type(ctx.default_return_type)
    if not isinstance(made, CallableType):
        return ctx.default_return_type
    if ctx.args and ctx.args[0] and isinstance(ctx.args[0][0], LambdaExpr):
        return _of_lambda(made, ctx, with_value=with_value)
    gradient = made.arg_types[0] if made.arg_types and made.arg_kinds[0].is_positional() else None
    if gradient is None or not is_pytree_object(gradient) or _is_rebound(ctx):
        return ctx.default_return_type
    result = _with_gradient(known_type(made.ret_type), gradient, with_value=with_value)
    return made.copy_modified(ret_type=result)  # pyright: ignore[reportUnknownMemberType] - untyped defaults


def _of_lambda(made: CallableType, ctx: FunctionContext, *, with_value: bool) -> Type:
    """Return the type of what equinox makes of a lambda, with annotations, which a lambda cannot have.

    Several overloads take a lambda, and mypy makes nothing of them where they do not return the same.
    """
    has_aux = "has_aux" in ctx.callee_arg_names and bool(ctx.args[ctx.callee_arg_names.index("has_aux")])
    typed = None if has_aux or with_value else called_lambda(ctx)
    gradient = typed.arg_types[0] if typed is not None and typed.arg_types else _ANY
    result = gradient if is_pytree_object(gradient) else _ANY
    return made.copy_modified(ret_type=result, implicit=False)  # pyright: ignore[reportUnknownMemberType]


def _with_gradient(result: ProperType, gradient: Type, *, with_value: bool) -> Type:
    """Return the type of a result with that of the gradient in the place that is declared to be anything."""
    if isinstance(result, AnyType) and not with_value:
        return gradient
    place = 1 if with_value else 0
    if not isinstance(result, TupleType) or len(result.items) != 2 or not _is_any(result.items[place]):
        return result
    items = [gradient if position == place else item for position, item in enumerate(result.items)]
    return result.copy_modified(items=items)  # pyright: ignore[reportUnknownMemberType] - untyped defaults


def _is_any(given: Type) -> bool:
    return isinstance(known_type(given), AnyType)


def _is_rebound(ctx: FunctionContext) -> bool:
    """Return whether the result goes to a variable that may come to hold something else."""
    return any(_rebound(ctx))


def _rebound(ctx: FunctionContext) -> Sequence[bool]:
    """Return of each variable that the result goes to whether it may come to hold something else."""
    assert isinstance(ctx.api, TypeChecker)
    return INDEX.of(ctx.api.tree).rebinding.rebound_targets(ctx.context)
