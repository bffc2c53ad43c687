"""Functions and methods of other modules that stand under a transformation there, as notes tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from mypy.checker import TypeChecker
from mypy.nodes import Decorator, EllipsisExpr, Expression, IntExpr, StrExpr, TupleExpr, UnaryExpr

from ..model.functions.function_notes import note_of
from ..objects.functions_elsewhere import GivenElsewhere
from ..objects.patched_functions import is_replaced
from ..syntax import INDEX
from .transformations import TRANSFORMATIONS, Transformed, decorated

_BY_NAME: Final = {each.name: each for each in TRANSFORMATIONS.values()}
_OTHER_NAMES: Final[Mapping[str, str]] = {
    "jdc_runtime.jit": "jdc.jit",
    "jax.remat": "jax.checkpoint",
    "jax.ad_checkpoint.checkpoint": "jax.checkpoint",
}


def transformed_by(decorator: Decorator, api: TypeChecker) -> Transformed | None:
    """Return the function under the outermost decorator of any module, where that is a transformation.

    That of another module has no body.
    """
    if INDEX.of(api.tree).position(decorator) is not None:
        return decorated(decorator)
    function = decorator.func
    note = None if is_replaced(function, api.tree) else note_of(function)
    if note is None or note.made_by is None:
        return None
    name, options = note.made_by
    by = _BY_NAME.get(_OTHER_NAMES.get(str(name), str(name)))
    given = {option: _expression(value) for option, value in options.items()}
    return None if by is None else Transformed(by, given, GivenElsewhere(function).as_called())


def _expression(said: object) -> Expression:
    """Return an option as an expression: one that is not known is none of those that are read."""
    if isinstance(said, list):
        return TupleExpr([_expression(each) for each in cast("list[object]", said)])
    if isinstance(said, int):
        return IntExpr(said) if said >= 0 else UnaryExpr("-", IntExpr(-said))
    return StrExpr(said) if isinstance(said, str) else EllipsisExpr()
