"""Arrays that are unpacked, or along whose rows a loop goes: ``for x in xs``, ``for x, y in zip(xs, ys)``."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, DictionaryComprehension, Expression, ForStmt, GeneratorExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Instance, ProperType, Type

from jdc_spec.arrays import JAX_ARRAYS

from ..host.known_types import known_type
from ..host.report import is_silent
from ..rules.asking import ask
from ..rules.places import GONE_ALONG, ROWS, OperationSite
from ..rules.sites import Rows
from ..syntax import INDEX
from ..syntax.names.targets import handed_on
from .array_operations import ARRAYS, USES_ARRAYS, ask_of_unpacking, ask_of_untyped

ITERATED: Final = tuple(f"{name}.__iter__" for name in sorted(ARRAYS))
"""Methods that mypy looks up where an array is unpacked."""
ITERATORS: Final = ("builtins.zip", "builtins.enumerate", "builtins.reversed")
"""Functions of Python that go along the rows of arrays."""


def check_iterated(ctx: MethodContext) -> Type:
    """Ask about an array that is unpacked, ``a, b = x``, or a loop goes along: mypy looks for its ``__iter__``."""
    if not is_silent(ctx.api) and isinstance(ctx.context, Expression):
        assert isinstance(ctx.api, TypeChecker)
        statement = INDEX.of(ctx.api.tree).parent(ctx.context)
        ask_of_unpacking(ctx.context, statement, ctx.api)
        if isinstance(statement, ForStmt | GeneratorExpr | DictionaryComprehension):
            ask(GONE_ALONG, OperationSite(ctx.context, ctx.api))
        if isinstance(statement, ForStmt) and _is_of_jax(known_type(ctx.api.lookup_type_or_none(ctx.context))):
            ask(ROWS, Rows(statement.index, ctx.context, statement, ctx.api))
        ask_of_untyped(ctx.context, ctx)
    return ctx.default_return_type


def check_iterator(ctx: FunctionContext) -> Type:
    """Ask about the rows of arrays in ``zip(x, y)`` and ``enumerate(x)``."""
    if isinstance(ctx.context, CallExpr) and not is_silent(ctx.api):
        assert isinstance(ctx.api, TypeChecker)
        if USES_ARRAYS.of(ctx.api.tree):
            ask_of_untyped(ctx.context, ctx, ctx.context.args)
            _ask_of_rows(ctx.context, ctx)
    return ctx.default_return_type


def _ask_of_rows(call: CallExpr, ctx: FunctionContext) -> None:
    """Ask about the arrays of JAX along which ``for i, row in enumerate(x)`` and its relatives go."""
    assert isinstance(ctx.api, TypeChecker)
    statement = INDEX.of(ctx.api.tree).parent(call)
    if isinstance(statement, ForStmt) and statement.expr is call:
        for target, rows in handed_on(statement.index, call):
            if _is_of_jax(known_type(ctx.api.lookup_type_or_none(rows))):
                ask(GONE_ALONG, OperationSite(rows, ctx.api))
                ask(ROWS, Rows(target, rows, statement, ctx.api))


def _is_of_jax(value: ProperType | None) -> bool:
    """Return whether a type is that of an array of JAX and nothing else."""
    return isinstance(value, Instance) and value.type.fullname in JAX_ARRAYS
