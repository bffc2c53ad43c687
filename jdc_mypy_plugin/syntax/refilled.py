"""Containers whose items a module replaces by lists and the like, whatever their types say they hold."""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    DictExpr,
    DictionaryComprehension,
    Expression,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    SymbolNode,
)

from .index import INDEX
from .per_module import PerModule

_CONTAINERS: Final = (DictExpr, DictionaryComprehension, ListComprehension, ListExpr)


def is_refilled(item: Expression, module: MypyFile) -> bool:
    """Return whether an item may be a list, ``rows[0]`` after ``rows[0] = [0] * n``, though others are arrays."""
    variable = _variable(item)
    return isinstance(item, IndexExpr) and variable is not None and variable in _REFILLED.of(module)


def _read(module: MypyFile) -> set[SymbolNode]:
    found: set[SymbolNode] = set()
    for statement in INDEX.of(module).body.statements_of(AssignmentStmt):
        if _is_container(statement.rvalue):
            variables = (_variable(each) for each in statement.lvalues if isinstance(each, IndexExpr))
            found.update(each for each in variables if each is not None)
    return found


def _is_container(value: Expression) -> bool:
    if isinstance(value, OpExpr) and value.op == "*":
        return isinstance(value.left, ListExpr) or isinstance(value.right, ListExpr)
    return isinstance(value, _CONTAINERS)


def _variable(item: Expression) -> SymbolNode | None:
    """Return the variable that an item, at any depth, is in."""
    while isinstance(item, IndexExpr):
        item = item.base
    return item.node if isinstance(item, NameExpr) else None


_REFILLED: Final = PerModule(_read)
