"""Objects that the `copy` module of Python, or ``cls.__new__(cls)``, makes of a class whose ``__init__`` sets fields.

Equinox closes an object once its constructor has run, which is never so for these: their fields can be assigned.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import Decorator, Expression, ForStmt, FuncDef, IndexExpr, MemberExpr, MypyFile, NameExpr

from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ...syntax.per_module import PerModule
from ...syntax.walk import descendants

_COPIES: Final = frozenset(("copy.copy", "copy.deepcopy"))
_NEW: Final = "__new__"


def may_be_copied(written: Expression, tree: MypyFile) -> bool:
    """Return whether an object that is written to, or the one that it is read from, may be such a copy."""
    owner = written
    while isinstance(owner, MemberExpr | IndexExpr):
        owner = owner.expr if isinstance(owner, MemberExpr) else owner.base
    return _copies(owner, tree, depth=2)


def _copies(value: Expression, tree: MypyFile, depth: int) -> bool:
    """Return whether an expression mentions what makes a copy, or a variable that gets such a value."""
    names = [each for each in descendants(value) if isinstance(each, NameExpr | MemberExpr)]
    if any(_makes_copy(each) or each.name in _COPYING.of(tree) for each in names):
        return True
    if depth == 0:
        return False
    bound = (value for name in names if isinstance(name, NameExpr) for value in _values(name, tree))
    return any(_copies(value, tree, depth - 1) for value in bound)


def _values(name: NameExpr, tree: MypyFile) -> Iterator[Expression]:
    """Yield what a variable is assigned, and what loops take it from."""
    writes, statements = FLOW.of(tree).variables.writes_of(name.node), INDEX.of(tree).body.statements
    for position, value in zip(writes.positions, writes.values, strict=True):
        statement = statements[position]
        if value is not None:
            yield value
        elif isinstance(statement, ForStmt):
            yield statement.expr


def _makes_copy(callee: NameExpr | MemberExpr) -> bool:
    return callee.name == _NEW or callee.fullname in _COPIES


def _copying(tree: MypyFile) -> frozenset[str]:
    """Return the names of the functions of a module that mention a way to copy."""
    index = INDEX.of(tree)
    functions = *index.body.statements_of(FuncDef), *(each.func for each in index.body.statements_of(Decorator))
    makers = [each for each in index.body.references if _makes_copy(each)]
    return frozenset(
        each.name for each in functions if makers and any(map(_makes_copy, index.inside(each).references))
    )


_COPYING: Final = PerModule(_copying)
