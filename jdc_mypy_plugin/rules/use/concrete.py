"""``jdc-concrete``: Python needs the value of something that is a tracer.

``if``, ``while``, ``range``, ``int`` and shapes take values; under a transformation every data field is a tracer,
a number too (https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.nodes import (
    AssertStmt,
    CallExpr,
    ConditionalExpr,
    Expression,
    FuncDef,
    IfStmt,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    SliceExpr,
    TupleExpr,
    UnaryExpr,
    WhileStmt,
)

from jdc_spec.rules import CONCRETE

from ...host.diagnostics import Diagnostic
from ...syntax.expected_failures import is_tried
from ..eager_functions import is_run_eagerly
from ..places import TRACED_FUNCTION, asked
from ..traced_functions import TracedFunction
from ..traced_values import TracedValues

_BUILTINS: Final = {f"builtins.{name}": f"{name}()" for name in ("bool", "float", "int", "range")}
_SHAPED: Final = frozenset(("zeros", "ones", "empty", "full", "eye", "arange", "identity"))
"""Functions of `jax.numpy` whose first argument is a shape or a size."""
_CAUGHT: Final = (
    "Exception",
    "ConcretizationTypeError",
    "TracerBoolConversionError",
    "TracerIntegerConversionError",
    "TypeError",
)


class _Need(NamedTuple):
    """An expression whose value Python needs."""

    value: Expression
    by: str
    """The code that needs it, for a sentence."""
    instead: str


_BRANCH: Final = "jnp.where or jax.lax.cond"
_STATIC: Final = "a static field or argument"


@asked(CONCRETE, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report tracers where Python needs a value."""
    if not site.is_abstract:
        return
    values = TracedValues(site)
    if not values:
        return
    if is_run_eagerly(site.definition, site.api.tree):
        return
    inner = _ranges_of_inner_functions(site)
    guarded = _guarded(site, values)
    for need in _needs(site):
        path = values.path(need.value)
        if path is None or path in guarded or any(first <= need.value.line <= last for first, last in inner):
            continue
        if any(is_tried(need.value, site.api.tree, error) for error in _CAUGHT):
            continue
        yield Diagnostic(
            CONCRETE,
            f'{need.by} needs the value of "{path}", which is a tracer under {site.by}: it raises an error of JAX '
            f'when "{site.definition.name}" is traced; use {need.instead}',
            need.value,
        )


def _needs(site: TracedFunction) -> Iterator[_Need]:
    for statement in site.body.statements:
        if isinstance(statement, IfStmt):
            yield from (_Need(part, "`if`", _BRANCH) for each in statement.expr for part in _decided(each))
        elif isinstance(statement, WhileStmt):
            yield from (_Need(part, "`while`", "jax.lax.while_loop") for part in _decided(statement.expr))
        elif isinstance(statement, AssertStmt):
            yield from (_Need(part, "`assert`", "jax.experimental.checkify") for part in _decided(statement.expr))
    for expression in site.body.expressions:
        if isinstance(expression, ConditionalExpr):
            yield from (_Need(part, "`if` ... `else`", _BRANCH) for part in _decided(expression.cond))
        elif isinstance(expression, CallExpr):
            yield from _in_call(expression)
        elif isinstance(expression, IndexExpr) and isinstance(expression.index, SliceExpr):
            bounds = (expression.index.begin_index, expression.index.end_index, expression.index.stride)
            yield from (_Need(each, "a slice", "jax.lax.dynamic_slice, or " + _STATIC) for each in bounds if each)


def _decided(condition: Expression) -> Iterator[Expression]:
    """Yield the parts of a condition that Python is certain to ask for a bool: the first one of each ``and``."""
    if isinstance(condition, OpExpr) and condition.op in ("and", "or"):
        yield from _decided(condition.left)
    elif isinstance(condition, UnaryExpr) and condition.op == "not":
        yield from _decided(condition.expr)
    else:
        yield condition


def _in_call(call: CallExpr) -> Iterator[_Need]:
    callee = call.callee
    if not isinstance(callee, RefExpr) or any(kind.is_star() for kind in call.arg_kinds):
        return
    if callee.fullname in _BUILTINS:
        name = _BUILTINS[callee.fullname]
        instead = "jax.lax.fori_loop, or " + _STATIC if name == "range()" else "jnp.asarray(...).astype(...)"
        yield from (_Need(each, name, instead) for each in call.args)
    if isinstance(callee, MemberExpr) and _is_numpy(callee.expr) and callee.name in _SHAPED and call.args:
        sizes = call.args[0].items if isinstance(call.args[0], TupleExpr | ListExpr) else call.args[:1]
        yield from (_Need(each, f"the shape of jnp.{callee.name}", _STATIC) for each in sizes)


def _is_numpy(owner: Expression) -> bool:
    return isinstance(owner, RefExpr) and owner.fullname == "jax.numpy"


def _guarded(site: TracedFunction, values: TracedValues) -> set[str]:
    """Return the tracers whose type the function asks for: it may know that they are none."""
    found: set[str] = set()
    for call in site.body.expressions_of(CallExpr):
        if isinstance(call.callee, NameExpr) and call.callee.name in ("isinstance", "type", "is_concrete", "hasattr"):
            found.update(path for each in call.args[:1] if (path := values.path(each)) is not None)
    return found


def _ranges_of_inner_functions(site: TracedFunction) -> list[tuple[int, int]]:
    """Return the lines of functions inside, which callbacks may run outside of the trace."""
    inner = [*site.body.statements_of(FuncDef), *site.body.expressions_of(LambdaExpr)]
    return [(each.line, each.end_line or each.line) for each in inner]
