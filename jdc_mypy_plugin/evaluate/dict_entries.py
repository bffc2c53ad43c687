"""Items of dicts that are written out: ``params["w"]``."""

from __future__ import annotations

from mypy.nodes import Expression, IndexExpr, ListExpr, NameExpr, StrExpr, TupleExpr

from ..syntax.values.kept_dicts import entry, is_dict
from .scope import ModuleScope


def entry_of(expression: IndexExpr, scope: ModuleScope) -> Expression | None:
    """Return what ``params["w"]`` was written with in a dict; None where that may have changed."""
    key = expression.index
    written = _dict(expression.base, scope) if isinstance(key, StrExpr) else None
    found = entry(written, key.value) if isinstance(key, StrExpr) and written is not None else None
    return None if isinstance(found, ListExpr | TupleExpr) else found


def _dict(base: Expression, scope: ModuleScope) -> Expression | None:
    """Return the dict that an expression reads from."""
    if isinstance(base, IndexExpr):
        found = entry_of(base, scope)
        return found if is_dict(found) else None
    written = scope.value_of(base) if isinstance(base, NameExpr) else None
    if not isinstance(base, NameExpr) or not is_dict(written):
        return None
    return written if scope.is_kept(base, written) else None
