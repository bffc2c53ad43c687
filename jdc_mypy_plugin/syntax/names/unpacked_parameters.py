"""Names that a statement unpacks into themselves: ``y, _ = y`` says that ``y`` was a tuple, whatever is annotated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import AssignmentStmt, ListExpr, MypyFile, NameExpr, SymbolNode, TupleExpr

from ..index import INDEX
from ..per_module import PerModule


def is_unpacked_into_itself(variable: SymbolNode, module: MypyFile) -> bool:
    """Return whether a statement unpacks a variable into names of which one is the variable."""
    return any(
        value.node is variable and any(each.node is variable for each in names)
        for value, names in _UNPACKED.of(module)
    )


def _read(module: MypyFile) -> Sequence[tuple[NameExpr, Sequence[NameExpr]]]:
    return [
        (statement.rvalue, [each for each in target.items if isinstance(each, NameExpr)])
        for statement in INDEX.of(module).body.statements_of(AssignmentStmt)
        if isinstance(statement.rvalue, NameExpr)
        for target in statement.lvalues
        if isinstance(target, TupleExpr | ListExpr)
    ]


_UNPACKED: Final = PerModule(_read)
"""The names that statements unpack, with those that they bind."""
