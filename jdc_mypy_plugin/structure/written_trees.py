"""Structure trees that are written as dicts, and the functions that apply them."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, DictExpr, Expression, FuncDef, MypyFile, StrExpr

from ..model.field_calls import argument
from ..syntax.walk import descendants, expressions_of, statements
from .exported_names import TREE, TREE_KEYS, exported_name
from .references import branches, function_named


def applied_in_trees(tree: MypyFile) -> Iterator[FuncDef]:
    """Yield the functions that a module writes under ``apply`` in a tree."""
    for statement in statements(tree.defs):
        for expression in expressions_of(statement):
            for part in descendants(expression):
                for value in _applies(part):
                    functions = (function_named(reference) for reference in branches(value))
                    yield from (function for function in functions if function is not None)


def apply_of(literal: DictExpr) -> Expression | None:
    """Return what is under ``apply`` in a dict, if all its keys are those of a tree."""
    keys = {key.value: value for key, value in literal.items if isinstance(key, StrExpr)}
    return keys.get("apply") if TREE_KEYS.issuperset(keys) else None


def _applies(part: Expression) -> Iterator[Expression | None]:
    if isinstance(part, DictExpr):
        if len(part.items) == len(TREE_KEYS):
            yield apply_of(part)
    elif isinstance(part, CallExpr):
        name = exported_name(part)
        if name == TREE:
            yield argument(part, "apply")
        elif name:
            yield from (apply_of(value) for value in part.args if isinstance(value, DictExpr))
