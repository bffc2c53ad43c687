"""Structure trees that are written as dicts, and the functions that apply them."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, DictExpr, Expression, FuncDef, MypyFile, StrExpr

from ..syntax.arguments import by_keyword
from ..syntax.index import INDEX
from .exported_names import TREE, TREE_KEYS, exported_name
from .references import branches, function_named


def applied_in_trees(tree: MypyFile) -> Iterator[FuncDef]:
    """Yield the functions that a module writes under ``apply`` in a tree."""
    parts = (part for part in INDEX.of(tree).body.expressions if isinstance(part, DictExpr | CallExpr))
    for part in parts:
        for value in _applies(part):
            functions = (function_named(reference) for reference in branches(value))
            yield from (function for function in functions if function is not None)


def apply_of(literal: DictExpr) -> Expression | None:
    """Return what is under ``apply`` in a dict, if all its keys are those of a tree."""
    keys = {key.value: value for key, value in literal.items if isinstance(key, StrExpr)}
    return keys.get("apply") if TREE_KEYS.issuperset(keys) else None


def _applies(part: DictExpr | CallExpr) -> Iterator[Expression | None]:
    if isinstance(part, DictExpr):
        if len(part.items) == len(TREE_KEYS):
            yield apply_of(part)
    else:
        name = exported_name(part)
        if name == TREE:
            yield by_keyword(part, "apply")
        elif name:
            yield from (apply_of(value) for value in part.args if isinstance(value, DictExpr))
