"""Objects that the `copy` module of Python, or ``cls.__new__(cls)``, makes of a class whose ``__init__`` sets fields.

Equinox closes an object once its constructor has run, which is never so for these: their fields can be assigned.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, IndexExpr, MemberExpr, MypyFile, NameExpr

from ...syntax import INDEX
from ...syntax.flow import FLOW
from ...syntax.per_module import PerModule

_COPIES: Final = frozenset(("copy.copy", "copy.deepcopy"))
_NEW: Final = "__new__"


def may_be_copied(written: Expression, tree: MypyFile) -> bool:
    """Return whether an object that is written to, or the one that it is read from, may be such a copy."""
    owner = written
    while isinstance(owner, MemberExpr | IndexExpr):
        owner = owner.expr if isinstance(owner, MemberExpr) else owner.base
    if isinstance(owner, NameExpr):
        return any(_copies(value, tree) for value in FLOW.of(tree).variables.writes_of(owner.node).values)
    return _copies(owner, tree)


def _copies(value: Expression | None, tree: MypyFile) -> bool:
    """Return whether a call makes a copy, or is one of a function of the module that mentions what does."""
    callee = value.callee if isinstance(value, CallExpr) else None
    if not isinstance(callee, NameExpr | MemberExpr):
        return False
    return _makes_copy(callee) or callee.name in _COPYING.of(tree)


def _makes_copy(callee: NameExpr | MemberExpr) -> bool:
    return callee.name == _NEW or callee.fullname in _COPIES


def _copying(tree: MypyFile) -> frozenset[str]:
    """Return the names of the functions of a module that mention a way to copy."""
    index = INDEX.of(tree)
    functions = *index.body.statements_of(FuncDef), *(each.func for each in index.body.statements_of(Decorator))
    makers = [each for each in index.body.references() if _makes_copy(each)]
    return frozenset(
        each.name for each in functions if makers and any(map(_makes_copy, index.inside(each).references()))
    )


_COPYING: Final = PerModule(_copying)
