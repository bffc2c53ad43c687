"""jdc-discarded: the result of a call that changes nothing is thrown away."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, IndexExpr, MemberExpr, NameExpr, TypeInfo, Var
from mypy.plugin import FunctionContext, MethodContext

from jdc_spec.facts import Edit, Fix
from jdc_spec.rules import DISCARDED

from ...host.report import Diagnostic, span
from ...model.pure_methods import is_pure_function
from ...syntax import INDEX
from ...typefacts.instances import sole_instance

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
    """Report `jax.tree.map` over one tree with a function that computes and does nothing else.

    Over several trees it raises where their structures differ, which may be all that a program wants of it.
    """
    trees = [tree for trees in ctx.args[1:3] for tree in trees]
    if len(trees) == 1 and len(ctx.args[0]) == 1 and is_pure_function(ctx.args[0][0]):
        yield from _report(ctx.context, '"jax.tree.map" makes a new tree and leaves the old one as it is', ctx.api)


def _report(call: Context, what: str, api: object) -> Iterator[Diagnostic]:
    assert isinstance(api, TypeChecker)
    discarded = INDEX.of(api.tree).discarded
    if not discarded.is_discarded(call):
        return
    name, path = _receiver(call)
    sentence = f"{what}, and nothing takes the result"
    if not name:
        yield Diagnostic(DISCARDED, f"{sentence}; assign it", call)
        return
    before = span(call)._replace(end_line=call.line, end_column=call.column)
    fix = Fix(f'Assign the result to "{name}"', (Edit(before, f"{name} = "),))
    fixes = (fix,) if discarded.is_statement(call) else ()
    yield Diagnostic(DISCARDED, f"{sentence}; write {name} = {name}.{path}", call, fixes)


def _receiver(call: Context) -> tuple[str, str]:
    """Return the variable that a method is called on, and how the call goes on; "" where it is on something else."""
    callee = call.callee if isinstance(call, CallExpr) else None
    if not isinstance(callee, MemberExpr):
        return "", ""
    target, path = callee.expr, f"{callee.name}(...)"
    if isinstance(target, IndexExpr) and isinstance(target.base, MemberExpr):
        target, path = target.base.expr, f"at[...].{path}"
    if not isinstance(target, NameExpr) or not isinstance(target.node, Var) or target.node.is_self:
        return "", ""
    return target.name, path
