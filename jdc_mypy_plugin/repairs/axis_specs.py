"""Instances that hold axes: ``jax.vmap(f, in_axes=(State(x=0, step=None),))``.

JAX wants a tree of the structure of the argument, with an axis or None in the place of each leaf, so the constructor
is given numbers where the class says arrays.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentStmt, CallExpr, Expression, IntExpr, NameExpr, TypeInfo, UnaryExpr
from mypy.plugin import FunctionSigContext
from mypy.typeops import make_simplified_union
from mypy.types import FunctionLike, NoneType, Type

from jdc_spec.repairs import Kind

from ..host.repaired import tell
from ..model.classes import model_of
from ..syntax.index import INDEX
from ..syntax.references import REFERENCES

_AXES: Final = frozenset(("in_axes", "out_axes"))
_VMAPS: Final = frozenset(("jax.vmap", "jax._src.api.vmap", "jax.pmap", "jax._src.api.pmap"))
_POSITIONS: Final = (1, 2)
"""The positions of ``in_axes`` and ``out_axes`` in ``jax.vmap``."""


def accept_axes(ctx: FunctionSigContext, signature: FunctionLike, info: TypeInfo) -> FunctionLike:
    """Let a constructor take numbers and None for its data fields where it makes a tree of axes."""
    assert isinstance(ctx.api, TypeChecker)
    call = ctx.context
    if not isinstance(call, CallExpr) or not any(map(_may_be_axis, call.args)):
        return signature
    if not _is_in_axes(call, ctx.api) and not _is_named_for_axes(call, ctx.api):
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


def _is_in_axes(expression: Expression, api: TypeChecker) -> bool:
    """Return whether an expression is written in an argument that gives axes."""
    index = INDEX.of(api.tree)
    inner: Expression = expression
    while isinstance(outer := index.parent(inner), Expression):
        if isinstance(outer, CallExpr) and inner in outer.args:
            return _gives_axes(outer, inner)
        inner = outer
    return False


def _is_named_for_axes(expression: Expression, api: TypeChecker) -> bool:
    """Return whether a variable holds an expression, and stands nowhere but in arguments that give axes."""
    statement = INDEX.of(api.tree).parent(expression)
    target = statement.lvalues[0] if isinstance(statement, AssignmentStmt) else None
    if not isinstance(target, NameExpr) or target.node is None:
        return False
    uses = [each for each in REFERENCES.of(api.tree).get(target.node, ()) if each is not target]
    return bool(uses) and all(_is_in_axes(each, api) for each in uses)


def _may_be_axis(argument: Expression) -> bool:
    """Return whether an argument is a number or None as it is written; most constructors get none of them."""
    written = argument.expr if isinstance(argument, UnaryExpr) else argument
    return isinstance(written, IntExpr) or (isinstance(written, NameExpr) and written.name == "None")


def _gives_axes(call: CallExpr, argument: Expression) -> bool:
    position = call.args.index(argument)
    keyword = call.arg_names[position]
    if keyword is not None:
        return keyword in _AXES
    return getattr(call.callee, "fullname", "") in _VMAPS and position in _POSITIONS
