"""Objects that no jitted function gets: a name holds each, and the code reads nothing but attributes of it."""

from __future__ import annotations

from mypy.nodes import AssignmentStmt, Expression, FuncDef, MemberExpr, MypyFile, NameExpr, SymbolNode, TypeInfo, Var

from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ...syntax.names.references import REFERENCES

_DEPTH = 3
"""How many methods are looked at that call each other."""


def stays_eager(made: Expression, info: TypeInfo, tree: MypyFile) -> bool:
    """Return whether a statement gives an object to a name of which attributes and plain methods alone are used."""
    index = INDEX.of(tree)
    statement = index.parent(made)
    name = statement.lvalues[0] if isinstance(statement, AssignmentStmt) and statement.rvalue is made else None
    if not isinstance(name, NameExpr) or name.node is None or FLOW.of(tree).function_over(name) is None:
        return False
    return _is_only_read(name.node, info, tree, _DEPTH)


def _is_only_read(variable: SymbolNode, info: TypeInfo, tree: MypyFile, depth: int) -> bool:
    index = INDEX.of(tree)
    for use in REFERENCES.of(tree).get(variable, ()):
        around = index.parent(use)
        if isinstance(around, AssignmentStmt) and use in around.lvalues:
            continue
        if not isinstance(around, MemberExpr) or not _is_plain(around.name, info, tree, depth):
            return False
    return True


def _is_plain(name: str, info: TypeInfo, tree: MypyFile, depth: int) -> bool:
    """Return whether an attribute is a field, or a method of the module that hands its object to nothing."""
    symbol = info.get(name)
    method = None if symbol is None else symbol.node
    if not isinstance(method, FuncDef):
        return isinstance(method, Var)
    is_here = INDEX.of(tree).position(method) is not None and bool(method.arguments)
    return is_here and depth > 0 and _is_only_read(method.arguments[0].variable, info, tree, depth - 1)
