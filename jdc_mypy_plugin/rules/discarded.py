"""jdc-discarded: the result of a call that changes nothing is thrown away."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, IndexExpr, MemberExpr, NameExpr, TypeInfo, Var
from mypy.plugin import FunctionContext, MethodContext

from jdc_spec.rules import DISCARDED

from ..reading.pure_methods import is_pure_function
from ..report import Diagnostic
from ..syntax import INDEX
from ..typefacts.instances import sole_instance

AT_REFERENCE = "._IndexUpdateRef"
"""The class of ``x.at[...]``, whose module differs between versions of JAX."""


def check_replacement(call: Context, info: TypeInfo, api: object) -> Iterator[Diagnostic]:
    """Report ``state.replace(...)`` and ``dataclasses.replace(state, ...)`` that nobody takes the result of."""
    what = f'"replace" makes a new "{info.name}" and leaves the old one as it is'
    yield from _report(call, what, api)


def check_method(ctx: MethodContext, info: TypeInfo, name: str) -> Iterator[Diagnostic]:
    """Report the call of a method that is seen to make a new object of its class and to do nothing else."""
    made = sole_instance(ctx.default_return_type)
    if made is not None and made.type.has_base(info.fullname):
        what = f'"{name}" makes a new "{made.type.name}" and leaves the old one as it is'
        yield from _report(ctx.context, what, ctx.api)


def check_at(call: Context, name: str, api: object) -> Iterator[Diagnostic]:
    """Report ``x.at[...].set(...)`` and its relatives."""
    if name == "get":
        what = '"at[...].get" only reads'
    else:
        what = f'"at[...].{name}" makes a new array and leaves the old one as it is'
    yield from _report(call, what, api)


def check_tree_map(ctx: FunctionContext) -> Iterator[Diagnostic]:
    """Report `jax.tree.map` with a function that computes and does nothing else."""
    if ctx.args and len(ctx.args[0]) == 1 and is_pure_function(ctx.args[0][0]):
        yield from _report(ctx.context, '"jax.tree.map" makes a new tree and leaves the old one as it is', ctx.api)


def _report(call: Context, what: str, api: object) -> Iterator[Diagnostic]:
    assert isinstance(api, TypeChecker)
    if INDEX.of(api.tree).is_discarded(call):
        yield Diagnostic(DISCARDED, f"{what}, and nothing takes the result{_advice(call)}", call)


def _advice(call: Context) -> str:
    """Return how to write it where the object has a name."""
    written = _written(call)
    return "; assign it" if written is None else f"; write {written}"


def _written(call: Context) -> str | None:
    callee = call.callee if isinstance(call, CallExpr) else None
    if not isinstance(callee, MemberExpr):
        return None
    target, path = callee.expr, f"{callee.name}(...)"
    if isinstance(target, IndexExpr) and isinstance(target.base, MemberExpr):
        target, path = target.base.expr, f"at[...].{path}"
    if not isinstance(target, NameExpr) or not isinstance(target.node, Var) or target.node.is_self:
        return None
    return f"{target.name} = {target.name}.{path}"
