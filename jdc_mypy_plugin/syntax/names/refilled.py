"""Containers whose items a module replaces by lists and the like, whatever types say they hold; and attributes."""

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
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    SymbolNode,
)

from ..index import INDEX
from ..per_module import PerModule

_CONTAINERS: Final = (DictExpr, DictionaryComprehension, ListComprehension, ListExpr)


def is_refilled(item: Expression, module: MypyFile) -> bool:
    """Return whether an item may be a list, ``rows[0]`` after ``rows[0] = [0] * n``, though others are arrays.

    So may an attribute, ``self.rows`` after ``self.rows = [0] * n``, though another method makes it an array.
    """
    if isinstance(item, MemberExpr):
        return item.name in _ATTRIBUTES.of(module)
    variable = _variable(item)
    return isinstance(item, IndexExpr) and variable is not None and variable in _REFILLED.of(module)


def _read(module: MypyFile) -> set[SymbolNode]:
    found: set[SymbolNode] = set()
    for statement in INDEX.of(module).body.statements_of(AssignmentStmt):
        if _is_container(statement.rvalue):
            variables = (_variable(each) for each in statement.lvalues if isinstance(each, IndexExpr))
            found.update(each for each in variables if each is not None)
    return found


def _attributes(module: MypyFile) -> set[str]:
    """Return the names of the attributes to which a module assigns a container."""
    filled = (each for each in INDEX.of(module).body.statements_of(AssignmentStmt) if _is_container(each.rvalue))
    return {target.name for each in filled for target in each.lvalues if isinstance(target, MemberExpr)}


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
_ATTRIBUTES: Final = PerModule(_attributes)
