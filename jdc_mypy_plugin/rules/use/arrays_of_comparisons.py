"""Comparisons that give an array, which nobody asks for its truth.

From Python 3.13 on ``==`` of a dataclass gives what ``==`` of its last field gives: ``jnp.all(a == b)`` works for a
class with a number and an array, in this order.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from mypy.nodes import (
    AssertStmt,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    GeneratorExpr,
    IfStmt,
    Node,
    OpExpr,
    RefExpr,
    ReturnStmt,
    UnaryExpr,
    WhileStmt,
)
from mypy.types import CallableType, Instance, get_proper_type

from ...model.classes import PytreeClass
from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ..places import ObjectComparison
from .compared_values import in_order

COMPARES_FIELDS: Final = (3, 13)
"""The Python from which ``==`` of a dataclass compares the fields one by one."""


def gives_an_array(site: ObjectComparison, model: PytreeClass, arrays: Collection[str]) -> bool:
    """Return whether ``==`` gives the comparison of the last field, and the source does not ask for its truth.

    ``arrays`` are the fields that are arrays or hold some, with the fields in them.
    """
    node = site.node
    if not isinstance(node, ComparisonExpr) or node.operators != ["=="]:
        return False
    if site.api.options.python_version < COMPARES_FIELDS or len(arrays) != 1:
        return False
    *_, last = in_order(model)
    return {path.partition(".")[0] for path in arrays} == {last} and not _is_asked(node, site)


def _is_asked(comparison: Expression, site: ObjectComparison) -> bool:
    index = INDEX.of(site.api.tree)
    inner, around = comparison, index.parent(comparison)
    while isinstance(around, Expression) and _hands_on(around, inner):
        inner, around = around, index.parent(around)
    if isinstance(around, ReturnStmt):
        return _is_promised(around, site)
    return around is not None and _asks(around, inner)


def _hands_on(around: Expression, inner: Expression) -> bool:
    """Return whether an expression gives the value of a part of it, and asks for nothing."""
    if isinstance(around, ConditionalExpr):
        return inner is not around.cond
    return isinstance(around, OpExpr) and around.op in ("and", "or") and inner is around.right


def _asks(around: Node, inner: Expression) -> bool:
    """Return whether Python asks an expression for its truth, where it is written in another or in a statement."""
    match around:
        case IfStmt() | WhileStmt() | AssertStmt() | ConditionalExpr():
            return True
        case OpExpr(op=op):
            return op in ("and", "or")
        case UnaryExpr(op=op):
            return op == "not"
        case GeneratorExpr(condlists=conditions):
            return any(inner in each for each in conditions)
        case CallExpr(callee=RefExpr(fullname=name)):
            return name == "builtins.bool"
        case _:
            return False


def _is_promised(statement: ReturnStmt, site: ObjectComparison) -> bool:
    """Return whether the function is declared to return a bool."""
    function = FLOW.of(site.api.tree).function_around(statement)
    declared = None if function is None else get_proper_type(function.type)
    given = get_proper_type(declared.ret_type) if isinstance(declared, CallableType) else None
    return isinstance(given, Instance) and given.type.fullname == "builtins.bool"
