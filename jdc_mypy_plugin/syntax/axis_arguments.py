"""Arguments for ``in_axes``, ``in_specs`` and the like: trees with numbers, None or specs in place of arrays.

Those of optax and equinox have truth values or labels there: ``optax.masked(sgd, State(w=True, b=False))``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    ReturnStmt,
    SymbolNode,
    TypeInfo,
)

from .index import INDEX
from .names.definitions import written_name
from .names.references import REFERENCES

_AXES: Final = frozenset(("in_axes", "out_axes", "in_specs", "out_specs", "in_shardings", "out_shardings"))
_VMAPS: Final = frozenset(("jax.vmap", "jax._src.api.vmap", "jax.pmap", "jax._src.api.pmap"))
_POSITIONS: Final = (1, 2)
"""The positions of ``in_axes`` and ``out_axes`` in ``jax.vmap``."""
_MASKS: Final = frozenset(("mask", "weight_decay_mask", "param_labels", "filter_spec"))
_MASKING: Final = frozenset(
    (
        *("optax.masked", "optax.multi_transform", "optax.partition", "optax.transforms.partition"),
        *("optax.transforms.masked", "equinox.partition", "equinox.filter"),
    )
)
"""Functions that take a tree of truth values or labels as their second argument."""

_REPLACING: Final = frozenset(("replace", "_replace"))
"""Methods, and the function of the standard library, that make a copy with other values."""

_Gives = Callable[[CallExpr, Expression, MypyFile], bool]
"""Returns whether an argument of a call, written in a module, is such a tree."""


def is_axes(expression: Expression, module: MypyFile) -> bool:
    """Return whether an expression is written where axes are given, or gets a name that is used there alone."""
    return _is_given(expression, module, _gives_axes, frozenset())


def is_mask(expression: Expression, module: MypyFile) -> bool:
    """Return the same of the masks and labels of optax and equinox, also of what a function for these returns."""
    return _is_given(expression, module, _gives_mask, frozenset()) or _is_of_masking(expression, module)


def _is_of_masking(expression: Expression, module: MypyFile) -> bool:
    """Return whether an expression is returned by a function that is used for masks alone: ``masked(tx, labels)``."""
    index = INDEX.of(module)
    statement = index.parent(expression)
    if not isinstance(statement, ReturnStmt):
        return False
    functions = [each for each in index.body.statements_of(FuncDef) if statement in index.inside(each).statements]
    uses = REFERENCES.of(module).get(functions[-1], ()) if functions else ()
    return bool(uses) and all(_is_given(use, module, _gives_mask, frozenset()) for use in uses)


def _is_given(expression: Expression, module: MypyFile, gives: _Gives, seen: frozenset[SymbolNode]) -> bool:
    index = INDEX.of(module)
    inner = expression
    while isinstance(outer := index.parent(inner), Expression):
        if isinstance(outer, CallExpr) and inner in outer.args:
            is_given = gives(outer, inner, module)
            if is_given or not _makes_object(outer):
                return is_given
        inner = outer
    name = outer.lvalues[0] if isinstance(outer, AssignmentStmt) and len(outer.lvalues) == 1 else None
    node = name.node if isinstance(name, NameExpr) else None
    if node is None or node in seen:
        return False
    uses = [use for use in REFERENCES.of(module).get(node, ()) if use is not name]
    inside = (
        isinstance(index.parent(use), Expression) and _is_given(use, module, gives, seen | {node}) for use in uses
    )
    return bool(uses) and all(inside)


def _makes_object(call: CallExpr) -> bool:
    """Return whether a call puts its arguments into an object, which may be such a tree in its turn."""
    function = call.callee
    if isinstance(function, MemberExpr) and function.name in _REPLACING:
        return True
    return isinstance(function, RefExpr) and isinstance(function.node, TypeInfo)


def _gives_axes(call: CallExpr, argument: Expression, module: MypyFile) -> bool:  # noqa: ARG001
    position = call.args.index(argument)
    keyword = call.arg_names[position]
    if keyword is not None:
        return keyword in _AXES
    return getattr(call.callee, "fullname", "") in _VMAPS and position in _POSITIONS


def _gives_mask(call: CallExpr, argument: Expression, module: MypyFile) -> bool:
    position = call.args.index(argument)
    function = written_name(call.callee, module)
    if call.arg_names[position] in _MASKS:
        return function.startswith(("optax.", "equinox."))
    return position == 1 and call.arg_names[1] is None and function in _MASKING
