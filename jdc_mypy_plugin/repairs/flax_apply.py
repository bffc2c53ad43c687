"""``model.apply(variables, x)`` of flax.linen, which is declared to return a result, or a pair of that and state.

It returns a pair only where it is told to, with ``mutable`` or ``capture_intermediates``; to mypy each use of a
result would be wrong for the pair.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_STAR2, CallExpr, Expression
from mypy.plugin import AttributeContext, MethodContext
from mypy.types import AnyType, CallableType, Type, TypeOfAny

from ..host.known_types import known_type
from ..syntax import INDEX

APPLY: Final = "apply"
MODULE: Final = "flax.linen.module.Module"
_PAIRING: Final = ("mutable", "capture_intermediates")


def result_alone(ctx: MethodContext) -> Type:
    """Return the type of the result alone where nothing asks for state."""
    names, kinds = ctx.callee_arg_names, ctx.arg_kinds
    is_asked = any(kinds[place] for place, name in enumerate(names) if name in _PAIRING)
    may_be_asked = any(kind is ARG_STAR2 for given in kinds for kind in given)
    return ctx.default_return_type if is_asked or may_be_asked else AnyType(TypeOfAny.special_form)


def handed_on(ctx: AttributeContext) -> Type:
    """Return the type of the method where it is not called at once: ``jax.jit(model.apply)``.

    What is asked of it later is not known, and the result may be anything.
    """
    method = known_type(ctx.default_attr_type)
    if not isinstance(ctx.api, TypeChecker) or not isinstance(method, CallableType):
        return ctx.default_attr_type
    call = INDEX.of(ctx.api.tree).parent(ctx.context) if isinstance(ctx.context, Expression) else None
    if isinstance(call, CallExpr) and call.callee is ctx.context:
        return ctx.default_attr_type
    return method.copy_modified(ret_type=AnyType(TypeOfAny.special_form))  # pyright: ignore[reportUnknownMemberType]
