"""Code of a constructor that runs when JAX rebuilds an object: flags that are no fields have their defaults then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.nodes import (
    AssertStmt,
    AssignmentStmt,
    Block,
    ConditionalExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    IfStmt,
    NameExpr,
    OperatorAssignmentStmt,
    Statement,
    SymbolNode,
    UnaryExpr,
)

from ...libraries.definition import truth
from ...model.fields import annotated_assignments
from ...syntax.flow import FLOW
from ..sites import ClassSite

_GOING_ON: Final = (AssertStmt, AssignmentStmt, ExpressionStmt, OperatorAssignmentStmt)

Flags = Mapping[SymbolNode, bool]


def flags_of(site: ClassSite, method: FuncDef) -> Flags:
    """Return the parameters that rebuilding leaves to a default of True or False: ``InitVar``, and no fields."""
    variables = FLOW.of(site.api.tree).variables
    written = {name: each.rvalue for name, each in annotated_assignments(site.defn) if name in site.model.init_only}
    found: dict[SymbolNode, bool] = {}
    for argument in method.arguments:
        name = argument.variable.name
        default = written.get(name) if method.name == "__post_init__" else argument.initializer
        value = None if name in site.model.fields else truth(default)
        if value is not None and not variables.writes_of(argument.variable).positions:
            found[argument.variable] = value
    return found


def run_again(block: Block, flags: Flags) -> Iterator[Statement]:
    """Yield the statements that run whenever an object is rebuilt, before anything that may leave the method."""
    for statement in block.body:
        chosen = _chosen(statement, flags)
        if chosen is not None:
            for each in run_again(chosen, flags):
                yield each
                if not isinstance(each, _GOING_ON):
                    return
            continue
        yield statement
        if not isinstance(statement, _GOING_ON):
            return


def value_again(value: Expression, flags: Flags) -> Expression:
    """Return the branch of a conditional expression that is its value whenever an object is rebuilt."""
    holds = _holds(value.cond, flags) if isinstance(value, ConditionalExpr) else None
    if holds is None or not isinstance(value, ConditionalExpr):
        return value
    return value_again(value.if_expr if holds else value.else_expr, flags)


def _chosen(statement: Statement, flags: Flags) -> Block | None:
    """Return the branch of an ``if`` that a flag chooses."""
    holds = _holds(statement.expr[0], flags) if isinstance(statement, IfStmt) and len(statement.body) == 1 else None
    if holds is None or not isinstance(statement, IfStmt):
        return None
    return statement.body[0] if holds else statement.else_body or Block([])


def _holds(test: Expression, flags: Flags) -> bool | None:
    if isinstance(test, UnaryExpr) and test.op == "not":
        holds = _holds(test.expr, flags)
        return None if holds is None else not holds
    return flags.get(test.node) if isinstance(test, NameExpr) and test.node is not None else None
