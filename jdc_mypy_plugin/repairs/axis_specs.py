"""Instances that hold axes: ``jax.vmap(f, in_axes=(State(x=0, step=None),))``.

JAX wants a tree of the structure of the argument, with an axis or None in the place of each leaf, so the constructor
is given numbers where the class says arrays.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, IntExpr, NameExpr, TypeInfo, UnaryExpr
from mypy.plugin import FunctionSigContext
from mypy.typeops import make_simplified_union
from mypy.types import FunctionLike, NoneType, Type

from jdc_spec.repairs import Kind

from ..host.repaired import tell
from ..model.classes import model_of
from ..syntax.axis_arguments import is_axes


def accept_axes(ctx: FunctionSigContext, signature: FunctionLike, info: TypeInfo) -> FunctionLike:
    """Let a constructor take numbers and None for its data fields where it makes a tree of axes."""
    assert isinstance(ctx.api, TypeChecker)
    call = ctx.context
    if not isinstance(call, CallExpr) or not any(map(_may_be_axis, call.args)) or not is_axes(call, ctx.api.tree):
        return signature
    model = model_of(info)
    if model is None:
        return signature
    axis = make_simplified_union([ctx.api.named_generic_type("builtins.int", []), NoneType()])
    taken: list[Type] = []
    given = signature.items[0]
    for name, declared, actuals in zip(given.arg_names, given.arg_types, ctx.args, strict=True):
        is_leaf = name in model.fields and model.role_of(str(name)) == "data"
        taken.append(make_simplified_union([declared, axis]) if is_leaf else declared)
        for actual in actuals if is_leaf else ():
            tell(ctx.api, Kind.ARGUMENT, actual, (info.name,))
    return given.copy_modified(arg_types=taken)  # pyright: ignore[reportUnknownMemberType] - untyped defaults


def _may_be_axis(argument: Expression) -> bool:
    """Return whether an argument is a number or None as it is written; most constructors get none of them."""
    written = argument.expr if isinstance(argument, UnaryExpr) else argument
    return isinstance(written, IntExpr) or (isinstance(written, NameExpr) and written.name == "None")
