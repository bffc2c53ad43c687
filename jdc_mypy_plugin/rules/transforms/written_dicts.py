"""Dicts that are written out, as a display or as ``dict(x, a=1)``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeGuard

from mypy.nodes import ArgKind, CallExpr, DictExpr, Expression, Node, RefExpr

_DICT: Final = "builtins.dict"


def is_written_dict(written: Node | None) -> TypeGuard[DictExpr | CallExpr]:
    """Return whether an expression makes a dict of keys and values, and maybe of another dict before them."""
    if not isinstance(written, CallExpr) or not isinstance(written.callee, RefExpr):
        return isinstance(written, DictExpr)
    kinds = written.arg_kinds
    named = kinds[1:] if kinds[:1] == [ArgKind.ARG_POS] else kinds
    is_named = all(kind in (ArgKind.ARG_NAMED, ArgKind.ARG_STAR2) for kind in named)
    return written.callee.fullname == _DICT and is_named


def items_of(written: DictExpr | CallExpr) -> Iterator[tuple[Expression | str | None, Expression]]:
    """Yield the keys and the values of a dict; None is the key of another dict that is spread in it."""
    yield from written.items if isinstance(written, DictExpr) else zip(written.arg_names, written.args, strict=True)
