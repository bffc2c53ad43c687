"""The values that a variable is bound to; writes into the object that it stands for are left out."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import Expression, MypyFile, NameExpr, Statement, SymbolNode

from ..syntax import INDEX
from ..syntax.names.flow import FLOW
from ..syntax.names.targets import targets, unpacked


def bound_values(name: NameExpr, tree: MypyFile) -> Sequence[Expression | None]:
    """Return every value that a variable is bound to, None for an unknown one; nothing of a parameter."""
    variables, statements = FLOW.of(tree).variables, INDEX.of(tree).body.statements
    if name.node in variables.functions or name.name in variables.open_names:
        return ()
    writes = variables.writes_of(name.node)
    return [
        value
        for at, value in zip(writes.positions, writes.values, strict=True)
        if writes.positions.count(at) > 1 or not _writes_into(statements[at], name.node)
    ]


def _writes_into(statement: Statement, variable: SymbolNode | None) -> bool:
    """Return whether a statement, which counts as a write of a variable, binds nothing but parts of it."""
    parts = [part for target in targets(statement) for part in unpacked(target.expression)]
    return bool(parts) and not any(isinstance(part, NameExpr) and part.node is variable for part in parts)
