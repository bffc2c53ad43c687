"""The only decorator of a function, where it is a transformation: ``@partial(jax.jit, donate_argnums=0)``.

A transformation is kept as its name and its options, of which numbers and texts are read, and rows of them.
"""

from __future__ import annotations

from typing import Any, Final

from mypy.nodes import CallExpr, Decorator, Expression, IntExpr, ListExpr, MypyFile, StrExpr, TupleExpr, UnaryExpr

from ...libraries.definition import PARTIAL
from ...syntax.arguments import has_stars
from ...syntax.names.definitions import written_name

Made = list[Any]
"""The name and the options of a transformation; an option that is something else is None."""

_LIBRARIES: Final = ("jax", "jdc_runtime", "jax_dataclasses", "equinox")


def transformation_over(decorator: Decorator, tree: MypyFile) -> Made | None:
    """Return the transformation that a function stands under; None where it has another decorator."""
    written = decorator.original_decorators
    if len(written) != 1:
        return None
    only = written[0]
    if not isinstance(only, CallExpr):
        return _made(only, {}, tree)
    if has_stars(only):
        return None
    is_partial = written_name(only.callee, tree) == PARTIAL
    if sum(kind.is_positional() for kind in only.arg_kinds) != is_partial:
        return None
    options = {name: _said(value) for name, value in zip(only.arg_names, only.args, strict=True) if name is not None}
    return _made(only.args[0] if is_partial else only.callee, options, tree)


def _made(named: Expression, options: dict[str, object], tree: MypyFile) -> Made | None:
    name = written_name(named, tree)
    return [name, options] if name.partition(".")[0] in _LIBRARIES else None


def _said(value: Expression) -> object:
    if isinstance(value, TupleExpr | ListExpr):
        items = [_said(each) for each in value.items]
        return None if None in items else items
    if isinstance(value, UnaryExpr) and value.op == "-" and isinstance(value.expr, IntExpr):
        return -value.expr.value
    return value.value if isinstance(value, IntExpr | StrExpr) else None
