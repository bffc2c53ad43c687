"""What a call gives ``in_axes`` and ``out_axes``: numbers and None in the places of arrays."""

from __future__ import annotations

from typing import Final

from mypy.nodes import AssignmentStmt, CallExpr, Expression, MypyFile, NameExpr

from .index import INDEX
from .references import REFERENCES

_AXES: Final = frozenset(("in_axes", "out_axes"))
_VMAPS: Final = frozenset(("jax.vmap", "jax._src.api.vmap", "jax.pmap", "jax._src.api.pmap"))
_POSITIONS: Final = (1, 2)
"""The positions of ``in_axes`` and ``out_axes`` in ``jax.vmap``."""


def is_axes(expression: Expression, module: MypyFile) -> bool:
    """Return whether an expression is written where axes are given, or gets a name that is used there alone."""
    index = INDEX.of(module)
    inner = expression
    while isinstance(outer := index.parent(inner), Expression):
        if isinstance(outer, CallExpr) and inner in outer.args:
            return _gives_axes(outer, inner)
        inner = outer
    name = outer.lvalues[0] if isinstance(outer, AssignmentStmt) and len(outer.lvalues) == 1 else None
    if not isinstance(name, NameExpr) or name.node is None:
        return False
    uses = [use for use in REFERENCES.of(module).get(name.node, ()) if use is not name]
    return bool(uses) and all(isinstance(index.parent(use), Expression) and is_axes(use, module) for use in uses)


def _gives_axes(call: CallExpr, argument: Expression) -> bool:
    position = call.args.index(argument)
    keyword = call.arg_names[position]
    if keyword is not None:
        return keyword in _AXES
    return getattr(call.callee, "fullname", "") in _VMAPS and position in _POSITIONS
