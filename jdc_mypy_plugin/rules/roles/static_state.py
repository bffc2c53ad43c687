"""``jdc-static-state``: a traced function that changes a static field as if it were state, or puts a tracer into it.

A static value is part of the tree's structure: a loop of JAX refuses a carry whose structure changes, and a jitted
function is compiled again for every new value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    Context,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    TupleExpr,
)
from mypy.types import AnyType, Instance, Type, get_proper_type

from jdc_spec.rules import STATIC_STATE

from ...host.diagnostics import Diagnostic
from ...syntax import INDEX
from ...syntax.index import ModuleIndex
from ...syntax.walk import descendants
from ...typefacts.instances import sole_instance
from ..places import CONSTRUCTION, REPLACEMENT, asked
from ..sites import CallSite
from ..transformations import LOOPS, maker, named

_CARRYING: Final = frozenset(("jax.lax.scan", "jax.lax.while_loop", "jax.lax.fori_loop"))
_JAX_ARRAYS: Final = frozenset(("jax.Array", "jax._src.basearray.Array", "jax._src.core.Tracer"))


@asked(STATIC_STATE, at=(CONSTRUCTION, REPLACEMENT))
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report values that depend on the old value of the static field, and arrays of JAX where anything may be."""
    model = site.model
    if model is None:
        return
    for name, argument in site.arguments.items():
        declared = model.type_of(name) if name in model.fields else None
        if declared is None or model.role_of(name) != "static":
            continue
        is_count = _counts(argument, name, site) and site.is_partial
        if not is_count and not (_says_nothing(declared) and _is_jax_array(argument, site)):
            continue
        by = _tracing(site.call, INDEX.of(site.api.tree))
        if by is None:
            continue
        where = f'static field "{name}" of "{model.info.name}"'
        if not is_count:
            happens = "is given an array, which is a tracer here and leaks out of the trace"
        elif by in _CARRYING:
            happens = "changes, so that the carry has another tree structure after each step, a TypeError"
        else:
            happens = "changes, so that the function is traced and compiled again for every new value"
        yield Diagnostic(STATIC_STATE, f"under {by} the {where} {happens}; make the field data", argument)


def _counts(argument: Expression, name: str, site: CallSite) -> bool:
    """Return whether a value is computed from the field itself, as in ``step=state.step + 1``."""
    if not isinstance(argument, OpExpr) or argument.op not in ("+", "-", "*", "/", "//", "%", "**"):
        return False
    reads = [part for part in descendants(argument) if isinstance(part, MemberExpr) and part.name == name]
    return any(_is_object_of(each.expr, site) for each in reads)


def _is_object_of(expression: Expression, site: CallSite) -> bool:
    owner = sole_instance(site.api.lookup_type_or_none(expression))
    return owner is not None and owner.type.has_base(site.info.fullname)


def _says_nothing(declared: Type) -> bool:
    value = get_proper_type(declared)
    is_object = isinstance(value, Instance) and value.type.fullname in ("builtins.object", "typing.Hashable")
    return is_object or isinstance(value, AnyType)


def _is_jax_array(argument: Expression, site: CallSite) -> bool:
    value = get_proper_type(site.api.lookup_type_or_none(argument))
    return isinstance(value, Instance) and value.type.fullname in _JAX_ARRAYS


def _tracing(call: Context, index: ModuleIndex) -> str | None:
    """Return the transformation that the innermost function around a call is handed to; None where it is unknown."""
    if not isinstance(call, Expression):
        return None
    lambdas = [each for each in index.body.expressions_of(LambdaExpr) if call in descendants(each)]
    if lambdas:
        return _handed(lambdas[-1], index)
    functions = [each for each in index.body.statements_of(FuncDef) if _holds(each, call)]
    decorated = [each for each in index.body.statements_of(Decorator) if _holds(each.func, call)]
    innermost = max([*functions, *(each.func for each in decorated)], key=lambda each: each.line, default=None)
    if innermost is None:
        return None
    for decorator in decorated:
        if decorator.func is innermost:
            made = [maker(each) for each in decorator.original_decorators]
            return next((by[0].name for by in made if by is not None), None)
    if innermost.info:
        return None
    uses = [each for each in index.body.expressions_of(NameExpr) if each.node is innermost]
    found = {_handed(each, index) for each in uses}
    return found.pop() if len(found) == 1 else None


def _handed(function: Expression, index: ModuleIndex) -> str | None:
    """Return the transformation or loop that is given a function as an argument."""
    outer = index.parent(function)
    if isinstance(outer, ListExpr | TupleExpr):
        outer = index.parent(outer)
    if not isinstance(outer, CallExpr) or not isinstance(outer.callee, RefExpr) or outer.callee is function:
        return None
    by = named(outer.callee)
    loop = LOOPS.get(outer.callee.fullname)
    return by.name if by is not None else loop.name if loop is not None else None


def _holds(function: FuncDef, call: Context) -> bool:
    return function.line <= call.line <= (function.end_line or function.line)
