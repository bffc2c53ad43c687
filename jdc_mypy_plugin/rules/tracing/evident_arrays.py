"""Parameters that a function calculates with, so that they are arrays: ``if done:`` beside ``1 - done``.

A tree of tracers of unknown type may be a tuple or None, which ``if`` takes; what has a number taken off it, or is
given to `jax.numpy`, is none of these. That has to run whichever way Python decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Decorator,
    DictionaryComprehension,
    Expression,
    FloatExpr,
    GeneratorExpr,
    IfStmt,
    IntExpr,
    LambdaExpr,
    NameExpr,
    OpExpr,
    RaiseStmt,
    ReturnStmt,
    Statement,
    UnaryExpr,
)

from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ...syntax.names.imported_names import spelled
from ...syntax.names.references import REFERENCES
from ...traced.functions import TracedFunction
from ...traced.tracer_operations import OF_NUMBERS_ALONE, arrays_given

_LATER: Final[tuple[type[Expression], ...]] = (ConditionalExpr, DictionaryComprehension, GeneratorExpr, LambdaExpr)
"""Expressions whose parts do not always run."""
_CHOOSING: Final = ("jax.numpy.where", "jax.numpy.logical_not", "jax.lax.select", "jax.lax.cond")
"""Functions whose first argument is an array or a number."""


def is_evidently_array(name: Expression, site: TracedFunction) -> bool:
    """Return whether a function calculates with a variable as only an array lets it, which nothing binds twice."""
    tree = site.api.tree
    if not isinstance(name, NameExpr) or name.node is None:
        return False
    flow, asking = FLOW.of(tree), FLOW.of(tree).statement_of(name)
    bindings = len(flow.variables.writes_of(name.node).positions) + (name.node in flow.variables.functions)
    if asking is None or bindings > 1:
        return False
    uses = (each for each in REFERENCES.of(tree).get(name.node, ()) if _is_calculated_with(each, site))
    statements = (statement for each in uses for statement in _always_runs(each, site))
    return any(statement is not asking and _is_certain(statement, asking, site) for statement in statements)


def _is_certain(statement: Statement, asking: Statement, site: TracedFunction) -> bool:
    """Return whether a statement runs even if the function gives up where it asks."""
    may_leave = isinstance(asking, IfStmt) and any(
        isinstance(each, ReturnStmt | RaiseStmt) for each in INDEX.of(site.api.tree).inside(asking).statements
    )
    return statement.line < asking.line or not may_leave


def _always_runs(use: Expression, site: TracedFunction) -> Iterator[Statement]:
    """Yield the statement of an expression that runs whenever the function does."""
    index = INDEX.of(site.api.tree)
    part = index.parent(use)
    while isinstance(part, Expression):
        if isinstance(part, _LATER) or (isinstance(part, OpExpr) and part.op in ("and", "or")):
            return
        part = index.parent(part)
    position = index.position(part) if isinstance(part, Statement) else None
    if position is None or not isinstance(part, Statement) or isinstance(part, IfStmt):
        return
    owner = index.body.owner_at(position)
    around = index.body.statements[owner] if owner >= 0 else None
    if (around.func if isinstance(around, Decorator) else around) is site.definition:
        yield part


def _is_calculated_with(use: NameExpr, site: TracedFunction) -> bool:
    around = INDEX.of(site.api.tree).parent(use)
    if isinstance(around, OpExpr):
        other = around.right if around.left is use else around.left
        return around.op in OF_NUMBERS_ALONE and isinstance(other, IntExpr | FloatExpr)
    if isinstance(around, UnaryExpr):
        return around.op in ("-", "~")
    if not isinstance(around, CallExpr):
        return False
    name = spelled(around.callee, site.api.tree)
    return use in arrays_given(around, name) or (name in _CHOOSING and around.args[0] is use)
