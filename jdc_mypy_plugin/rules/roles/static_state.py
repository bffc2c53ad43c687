"""``jdc-static-state``: a traced function that changes a static field as if it were state, or puts a tracer into it.

A static value is part of the tree's structure: a loop of JAX refuses a carry whose structure changes, and a jitted
function is compiled again for every new value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.nodes import (
    CallExpr,
    Context,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    SliceExpr,
    TupleExpr,
)
from mypy.types import AnyType, Instance, Type

from jdc_spec.rules import STATIC_STATE

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...syntax import INDEX
from ...syntax.index import ModuleIndex
from ...syntax.walk import descendants
from ...typefacts.instances import sole_instance
from ..places import CONSTRUCTION, REPLACEMENT, asked
from ..sites import CallSite
from ..transformations import LOOPS, maker, named
from .returned_objects import returns_changed

_CARRYING: Final = frozenset(("jax.lax.scan", "jax.lax.while_loop", "jax.lax.fori_loop"))
_KEYED: Final = _CARRYING | {"jax.jit", "jax.pmap"}
"""Those that remember the structure of what they are given; `jax.vmap` and `jax.grad` call the function each time."""
_RESIZING: Final = frozenset(
    ("append", "concatenate", "delete", "hstack", "insert", "pad", "repeat", "resize", "stack", "tile", "vstack")
)
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
        is_count = site.is_partial and _counts(site.evaluator.source(argument), name, site)
        if is_count and _changes_shape(site):
            continue
        if not is_count and not (_says_nothing(declared) and _is_jax_array(argument, site)):
            continue
        traced = _tracing(site.call, INDEX.of(site.api.tree))
        if traced is None or (is_count and traced.by not in _KEYED):
            continue
        if not returns_changed(site.call, name, traced.function, traced.by, INDEX.of(site.api.tree)):
            continue
        by = traced.by
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


def _changes_shape(site: CallSite) -> bool:
    """Return whether a data field gets another shape at the same time, which is another program in any case."""
    assert site.model is not None
    for name, argument in site.arguments.items():
        callee = argument.callee if isinstance(argument, CallExpr) else None
        is_resized = isinstance(callee, NameExpr | MemberExpr) and callee.name in _RESIZING
        is_data = name in site.model.fields and site.model.role_of(name) == "data"
        if is_data and (is_resized or _is_part(argument)):
            return True
    return False


def _is_part(argument: Expression) -> bool:
    """Return whether an expression is ``x[::2]`` or ``x[:, 1:]``."""
    index = argument.index if isinstance(argument, IndexExpr) else None
    slices = index.items if isinstance(index, TupleExpr) else [index]
    return any(
        isinstance(each, SliceExpr) and any((each.begin_index, each.end_index, each.stride)) for each in slices
    )


def _is_object_of(expression: Expression, site: CallSite) -> bool:
    owner = sole_instance(site.api.lookup_type_or_none(expression))
    return owner is not None and owner.type.has_base(site.info.fullname)


def _says_nothing(declared: Type) -> bool:
    value = known_type(declared)
    is_object = isinstance(value, Instance) and value.type.fullname in ("builtins.object", "typing.Hashable")
    return is_object or isinstance(value, AnyType)


def _is_jax_array(argument: Expression, site: CallSite) -> bool:
    value = known_type(site.api.lookup_type_or_none(argument))
    return isinstance(value, Instance) and value.type.fullname in _JAX_ARRAYS


class _Traced(NamedTuple):
    """A function that a transformation calls."""

    by: str
    function: FuncDef | LambdaExpr


def _tracing(call: Context, index: ModuleIndex) -> _Traced | None:
    """Return the innermost function around a call, and what it is handed to; None where that is unknown."""
    if not isinstance(call, Expression):
        return None
    lambdas = [each for each in index.body.expressions_of(LambdaExpr) if call in descendants(each)]
    innermost = lambdas[-1] if lambdas else _function_around(call, index)
    by = None if innermost is None else _transformation_of(innermost, index)
    return None if innermost is None or by is None else _Traced(by, innermost)


def _function_around(call: Expression, index: ModuleIndex) -> FuncDef | None:
    functions = [each for each in index.body.statements_of(FuncDef) if _holds(each, call)]
    decorated = [each.func for each in index.body.statements_of(Decorator) if _holds(each.func, call)]
    return max([*functions, *decorated], key=lambda each: each.line, default=None)


def _transformation_of(function: FuncDef | LambdaExpr, index: ModuleIndex) -> str | None:
    if isinstance(function, LambdaExpr):
        return _handed(function, index)
    for decorator in index.body.statements_of(Decorator):
        if decorator.func is function:
            made = [maker(each) for each in decorator.original_decorators]
            return next((by[0].name for by in made if by is not None), None)
    if function.info:
        return None
    uses = [each for each in index.body.expressions_of(NameExpr) if each.node is function]
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
