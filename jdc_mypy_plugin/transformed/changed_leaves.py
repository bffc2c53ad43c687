"""The leaves that `jax.tree.map` makes of those of an object, as the function that it is given shows."""

from __future__ import annotations

from collections.abc import Container
from typing import Final, Literal

from mypy.nodes import (
    ArgKind,
    CallExpr,
    Expression,
    FloatExpr,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    StrExpr,
    TupleExpr,
)

from ..libraries.definition import is_none
from ..model.functions.pure_methods import TREE_MAPS
from ..syntax.arguments import by_keyword
from ..syntax.functions import returned_by
from ..syntax.names.targets import row

Leaves = Literal["rebuilt", "reshaped", "stripped", "emptied"]
"""``reshaped`` leaves have other axes, ``stripped`` ones are not arrays, and ``emptied`` ones are None; of
``rebuilt`` ones nothing is known."""
REBUILT: Final = ("rebuilt", "reshaped", "stripped", "emptied")

_TRUTH: Final = frozenset(("builtins.True", "builtins.False"))
_FACTS: Final = frozenset(("shape", "ndim", "size", "dtype"))
_ABOUT: Final = frozenset((*_FACTS, "len", "isinstance", "hasattr", "is_array", "PartitionSpec", "NamedSharding"))
"""Functions whose result is not an array."""
_OTHER_AXES: Final = frozenset(
    (
        *("sum", "mean", "std", "var", "prod", "max", "min", "amax", "amin", "any", "all"),
        *("expand_dims", "stack"),
    )
)
"""Functions of JAX and NumPy, and methods of arrays, that give an array another number of axes."""
_LIBRARIES: Final = ("jax.", "jaxlib.", "numpy.", "equinox.")


def leaves_made_by(call: CallExpr) -> Leaves:
    """Return what a call of a function of `jax.tree` makes of the leaves of the objects that it is given."""
    is_first = bool(call.args) and call.arg_kinds[0] is ArgKind.ARG_POS
    function = call.args[0] if is_first else by_keyword(call, "f")
    if not isinstance(call.callee, RefExpr) or call.callee.fullname not in TREE_MAPS:
        return "rebuilt"
    if isinstance(function, NameExpr | MemberExpr):
        return _by_function(function)
    returned = returned_by(function.body.body) if isinstance(function, LambdaExpr) else []
    if not isinstance(function, LambdaExpr) or len(returned) != 1:
        return "rebuilt"
    return _as_written(returned[0], {each.variable for each in function.arguments})


def _as_written(value: Expression | None, leaves: Container[object]) -> Leaves:
    """Return what a lambda that returns this makes of a leaf, one of its parameters."""
    if isinstance(value, IntExpr | FloatExpr | StrExpr | TupleExpr):
        return "stripped"
    if isinstance(value, NameExpr):
        return "emptied" if is_none(value) else "stripped" if value.fullname in _TRUTH else "rebuilt"
    if isinstance(value, MemberExpr):
        return "stripped" if value.name in _FACTS else "rebuilt"
    if isinstance(value, IndexExpr):
        return "reshaped" if changes_axes(value.index) else "rebuilt"
    is_plain = isinstance(value, CallExpr) and "keepdims" not in value.arg_names
    callee = value.callee if isinstance(value, CallExpr) and is_plain else None
    if isinstance(callee, MemberExpr) and isinstance(callee.expr, NameExpr) and callee.expr.node in leaves:
        return "reshaped" if callee.name in _OTHER_AXES else "rebuilt"
    return _by_function(callee) if isinstance(callee, NameExpr | MemberExpr) else "rebuilt"


def _by_function(function: NameExpr | MemberExpr) -> Leaves:
    is_builtin = function.fullname.startswith("builtins.")
    if not is_builtin and not function.fullname.startswith(_LIBRARIES):
        return "rebuilt"
    if function.name in _ABOUT:
        return "stripped"
    return "reshaped" if function.name in _OTHER_AXES and not is_builtin else "rebuilt"


def changes_axes(index: Expression) -> bool:
    """Return whether an item has another number of axes than the array: ``x[0]``, ``x[None]``, ``x[..., None]``."""
    items = row(index) or [index]
    added = sum(is_none(each) for each in items)
    return added != sum(isinstance(each, IntExpr) for each in items)
