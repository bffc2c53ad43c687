"""Dicts to which the function of a loop adds a key in place: ``carry["new"] = x``, then ``return carry``."""

from __future__ import annotations

from mypy.nodes import (
    AssignmentStmt,
    DelStmt,
    Expression,
    FuncDef,
    FuncItem,
    IndexExpr,
    MypyFile,
    NameExpr,
    ReturnStmt,
    StrExpr,
    TupleExpr,
    Var,
)

from ...syntax import INDEX
from ...syntax.references import REFERENCES
from .trees import Key, Tree


def with_new_keys(
    first: Tree, function: FuncItem, parameter: Var, returned: Expression, module: MypyFile
) -> Tree | None:
    """Return the dict that a function gives back with more keys than it takes; None where it may be another one."""
    is_given = isinstance(returned, NameExpr) and returned.node is parameter
    if first.what != "dict" or not is_given or not isinstance(function, FuncDef):
        return None
    if not all(_keeps_keys(each, module) for each in REFERENCES.of(module).get(parameter, ())):
        return None
    new = [target for target in _set_items(function, parameter) if _key(target) not in first.parts]
    parts: dict[Key, Tree | None] = {**first.parts, **dict.fromkeys(map(_key, new))}
    return Tree("dict", new[0], parts) if new else None


def _set_items(function: FuncDef, parameter: Var) -> list[IndexExpr]:
    """Return the items that each call of a function assigns to, under keys that are written out."""
    assigned = [each for each in function.body.body if isinstance(each, AssignmentStmt)]
    targets = [target for each in assigned for target in each.lvalues if isinstance(target, IndexExpr)]
    return [
        each
        for each in targets
        if isinstance(each.base, NameExpr) and each.base.node is parameter and isinstance(each.index, StrExpr)
    ]


def _key(item: IndexExpr) -> str:
    assert isinstance(item.index, StrExpr)
    return item.index.value


def _keeps_keys(name: NameExpr, module: MypyFile) -> bool:
    """Return whether a dict has all its keys still, behind a place that names it."""
    index = INDEX.of(module)
    around = index.parent(name)
    if isinstance(around, IndexExpr):
        return around.base is name and not isinstance(index.parent(around), DelStmt)
    if isinstance(around, TupleExpr):
        around = index.parent(around)
    return isinstance(around, ReturnStmt)
