"""The dicts that a module gives names to at its top level, ``STATIC = {"static": True}``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, TypeGuard

from mypy.nodes import AssignmentStmt, CallExpr, DictExpr, Expression, IndexExpr, MypyFile, NameExpr, Statement

from ..per_module import CYCLE, PerModule
from .definitions import bound_names
from .targets import targets

_DICT: Final = "dict"


def named_dict(name: str, tree: MypyFile) -> DictExpr | CallExpr | None:
    """Return the dict that a name of a module stands for, as it is written; None where the module may change it."""
    return _NAMED.of(tree).get(name)


def _read(tree: MypyFile) -> Mapping[str, DictExpr | CallExpr]:
    found = dict(_written(tree))
    if not found:
        return found
    counts = Counter(bound_names(tree.defs))
    changed = {name for statement in tree.defs for name in _given_items(statement)}
    return {name: value for name, value in found.items() if counts[name] == 1 and name not in changed}


def _written(tree: MypyFile) -> Iterator[tuple[str, DictExpr | CallExpr]]:
    for statement in tree.defs:
        if not isinstance(statement, AssignmentStmt) or len(statement.lvalues) != 1:
            continue
        target, value = statement.lvalues[0], statement.rvalue
        if isinstance(target, NameExpr) and (isinstance(value, DictExpr) or _is_call_of_dict(value)):
            yield target.name, value


def _is_call_of_dict(value: Expression) -> TypeGuard[CallExpr]:
    return isinstance(value, CallExpr) and isinstance(value.callee, NameExpr) and value.callee.name == _DICT


def _given_items(statement: Statement) -> Iterator[str]:
    """Yield the names of the dicts of which a statement writes an item."""
    for target in targets(statement):
        written = target.expression
        if isinstance(written, IndexExpr) and isinstance(written.base, NameExpr):
            yield written.base.name


_NAMED: Final = PerModule(_read, keep=CYCLE)
