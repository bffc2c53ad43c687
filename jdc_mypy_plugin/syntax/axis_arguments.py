"""Arguments for ``in_axes``, ``in_specs`` and the like: trees with numbers, None or specs in place of arrays."""

from __future__ import annotations

from typing import Final

from mypy.nodes import AssignmentStmt, CallExpr, Expression, MypyFile, NameExpr, SymbolNode

from .index import INDEX
from .references import REFERENCES

_AXES: Final = frozenset(("in_axes", "out_axes", "in_specs", "out_specs", "in_shardings", "out_shardings"))
_VMAPS: Final = frozenset(("jax.vmap", "jax._src.api.vmap", "jax.pmap", "jax._src.api.pmap"))
_POSITIONS: Final = (1, 2)
"""The positions of ``in_axes`` and ``out_axes`` in ``jax.vmap``."""


def is_axes(expression: Expression, module: MypyFile, seen: frozenset[SymbolNode] = frozenset()) -> bool:
    """Return whether an expression is written where axes are given, or gets a name that is used there alone."""
    index = INDEX.of(module)
    inner = expression
    while isinstance(outer := index.parent(inner), Expression):
        if isinstance(outer, CallExpr) and inner in outer.args:
            return _gives_axes(outer, inner)
        inner = outer
    name = outer.lvalues[0] if isinstance(outer, AssignmentStmt) and len(outer.lvalues) == 1 else None
    node = name.node if isinstance(name, NameExpr) else None
    if node is None or node in seen:
        return False
    uses = [use for use in REFERENCES.of(module).get(node, ()) if use is not name]
    inside = (isinstance(index.parent(use), Expression) and is_axes(use, module, seen | {node}) for use in uses)
    return bool(uses) and all(inside)


def _gives_axes(call: CallExpr, argument: Expression) -> bool:
    position = call.args.index(argument)
    keyword = call.arg_names[position]
    if keyword is not None:
        return keyword in _AXES
    return getattr(call.callee, "fullname", "") in _VMAPS and position in _POSITIONS
