"""Branches that give back their operand as it is, where another one gives back a tuple.

An operand of which an attribute is read is no tuple: ``lambda state: state`` beside ``lambda state: (state, 0.0)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mypy.nodes import Expression, FuncItem, LambdaExpr, MemberExpr, MypyFile, NameExpr, SymbolNode, TupleExpr

from ...syntax import INDEX
from ...syntax.functions import only_result, parameters
from ...syntax.names.flow import FLOW, Parameter
from .trees import Tree


class Returned(NamedTuple):
    """An operand that a branch gives back, and the tuple that another one does."""

    operand: NameExpr
    row: Tree


def returned_operand(
    functions: Sequence[FuncItem | None], trees: Sequence[Tree | None], operands: Sequence[Expression], tree: MypyFile
) -> Returned | None:
    """Return an operand that is certain to be no tuple, and that one branch gives back beside a tuple of another."""
    row = next((each for each in trees if each is not None and each.what == "tuple" and each.info is None), None)
    for function, known in zip(functions, trees, strict=True):
        is_open = known is None or known.what == "value"
        result = only_result(function) if function is not None and is_open else None
        if row is None or function is None or not isinstance(result, NameExpr):
            continue
        is_given = isinstance(function, LambdaExpr) or isinstance(FLOW.of(tree).value_at(result), Parameter)
        given = dict(zip(parameters(function), operands, strict=False)) if is_given else {}
        outer = next((value for variable, value in given.items() if variable is result.node), None)
        if isinstance(outer, NameExpr) and outer.node is not None and _has_attributes(outer.node, tree):
            return Returned(result, row)
    return None


def _has_attributes(variable: SymbolNode, tree: MypyFile) -> bool:
    """Return whether the module reads an attribute of a variable that no tuple has, and puts no tuple into it."""
    if any(isinstance(each, TupleExpr) for each in FLOW.of(tree).variables.writes_of(variable).values):
        return False
    reads = INDEX.of(tree).body.expressions_of(MemberExpr)
    return any(
        isinstance(each.expr, NameExpr) and each.expr.node is variable and not hasattr(tuple, each.name)
        for each in reads
    )
