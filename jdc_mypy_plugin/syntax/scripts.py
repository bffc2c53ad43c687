"""The part of a module that runs where the module is a script."""

from __future__ import annotations

from mypy.nodes import IfStmt, Statement, StrExpr

from .walk import descendants


def is_of_script(statement: Statement) -> bool:
    """Return whether a statement is ``if __name__ == "__main__":``."""
    parts = descendants(statement.expr[0]) if isinstance(statement, IfStmt) else []
    return any(isinstance(each, StrExpr) and each.value == "__main__" for each in parts)
