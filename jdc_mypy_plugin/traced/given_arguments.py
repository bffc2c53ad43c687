"""Tests for None of what a traced function is given: their outcome is known where that is an object or an array."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import ComparisonExpr, IfStmt, NameExpr, Statement
from mypy.types import AnyType, NoneType, Type, UnionType

from ..host.known_types import known_type
from ..libraries.definition import is_none
from .functions import TracedFunction, bound_again


class TestsForNone:
    """Tells how ``if cache is not None:`` comes out in the calls that a traced function is looked at in."""

    def __init__(self, site: TracedFunction) -> None:
        given = {variable for variable, kind in site.traced.items() if not _may_be_none(kind)}
        self._given = given.difference(bound_again(site.body)) if given else given

    def branch(self, statement: IfStmt) -> Sequence[Statement] | None:
        """Return the statements that a test leads to; None where it asks something else."""
        test = statement.expr[0]
        if not isinstance(test, ComparisonExpr) or test.operators not in (["is"], ["is not"]):
            return None
        tested, other = test.operands
        if not isinstance(tested, NameExpr) or tested.node not in self._given or not is_none(other):
            return None
        if test.operators == ["is not"]:
            return statement.body[0].body
        return statement.else_body.body if statement.else_body is not None else ()


def _may_be_none(declared: Type) -> bool:
    return isinstance(known_type(declared), AnyType | NoneType | UnionType)
