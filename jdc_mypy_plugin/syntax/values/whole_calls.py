"""The calls of a module that are all that a statement does, or what it assigns or returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import AssignmentStmt, CallExpr, Expression, ExpressionStmt, MypyFile, ReturnStmt

from ..index import INDEX
from ..per_module import PerModule


def _read(tree: MypyFile) -> Sequence[CallExpr]:
    body = INDEX.of(tree).body
    values: list[Expression | None] = [each.expr for each in body.statements_of(ExpressionStmt)]
    values += [each.rvalue for each in body.statements_of(AssignmentStmt)]
    values += [each.expr for each in body.statements_of(ReturnStmt)]
    return [each for each in values if isinstance(each, CallExpr)]


WHOLE_CALLS: Final = PerModule(_read)
