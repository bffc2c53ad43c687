"""``model.apply(variables, x)`` of flax.linen, which is declared to return a result, or a pair of that and state.

It returns a pair only where it is told to, with ``mutable`` or ``capture_intermediates``; to mypy each use of a
result would be wrong for the pair.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_STAR2, CallExpr, Decorator, Expression, FuncDef, Var
from mypy.plugin import AttributeContext, MethodContext
from mypy.types import AnyType, CallableType, Instance, TupleType, Type, TypeOfAny

from jdc_spec.arrays import JAX_ARRAYS

from ...host.known_types import known_type
from ...syntax import INDEX
from ...typefacts.instances import sole_instance
from ..transforms.wanted_types import as_wanted, wanted_type
from .layer_results import layer_result

APPLY: Final = "apply"
APPLY_FN: Final = "apply_fn"
MODULE: Final = "flax.linen.module.Module"
RNN_CALL: Final = "flax.linen.recurrent.RNN.__call__"
_STATE: Final = "flax.training.train_state.TrainState"
_PAIRING: Final = ("mutable", "capture_intermediates", "return_carry")
_CALLED: Final = "__call__"


def result_alone(ctx: MethodContext) -> Type:
    """Return the type of the result alone where nothing asks for state."""
    names, kinds = ctx.callee_arg_names, ctx.arg_kinds
    is_asked = any(kinds[place] for place, name in enumerate(names) if name in _PAIRING)
    may_be_asked = any(kind is ARG_STAR2 for given in kinds for kind in given)
    if is_asked or may_be_asked:
        return ctx.default_return_type
    return as_wanted([_declared(ctx)], ctx) or AnyType(TypeOfAny.special_form)


def _declared(ctx: MethodContext) -> Type | None:
    """Return what the method that is applied is declared to return: the one that is named, or ``__call__``."""
    place = ctx.callee_arg_names.index("method") if "method" in ctx.callee_arg_names else None
    if place is not None and ctx.arg_types[place]:
        method, model = known_type(ctx.arg_types[place][0]), None
    else:
        method, model = None, known_type(ctx.type)
    if isinstance(model, Instance):
        symbol = model.type.get(_CALLED)
        node = None if symbol is None else symbol.node
        function = node.var if isinstance(node, Decorator) else node
        method = known_type(function.type) if isinstance(function, FuncDef | Var) else None
    return method.ret_type if isinstance(method, CallableType) and not method.variables else None


def result_of_state(ctx: MethodContext) -> Type:
    """Return the type of ``state.apply_fn(variables, x)``, where the program wants an array, or a tuple of arrays."""
    receiver, wanted = sole_instance(ctx.type), wanted_type(ctx)
    if receiver is None or not receiver.type.has_base(_STATE):
        return ctx.default_return_type
    is_unknown = isinstance(known_type(ctx.default_return_type), AnyType)
    return wanted if is_unknown and wanted is not None and _is_of_arrays(wanted) else ctx.default_return_type


def _is_of_arrays(wanted: Type) -> bool:
    kind = known_type(wanted)
    if isinstance(kind, TupleType):
        return kind.partial_fallback.type.fullname == "builtins.tuple" and all(map(_is_of_arrays, kind.items))
    return isinstance(kind, Instance) and kind.type.fullname in JAX_ARRAYS


def outputs_alone(ctx: MethodContext) -> Type:
    """Return the type of what ``nn.RNN(...)(x)`` returns: its outputs, an array, beside the carry if it is asked."""
    return layer_result(ctx._replace(default_return_type=result_alone(ctx)))


def handed_on(ctx: AttributeContext) -> Type:
    """Return the type of the method where it is not called at once: ``jax.jit(model.apply)``.

    The later call is not known, so the result may be anything.
    """
    method = known_type(ctx.default_attr_type)
    if not isinstance(ctx.api, TypeChecker) or not isinstance(method, CallableType):
        return ctx.default_attr_type
    call = INDEX.of(ctx.api.tree).parent(ctx.context) if isinstance(ctx.context, Expression) else None
    if isinstance(call, CallExpr) and call.callee is ctx.context:
        return ctx.default_attr_type
    return method.copy_modified(ret_type=AnyType(TypeOfAny.special_form))  # pyright: ignore[reportUnknownMemberType]
