"""Functions that jax shows checkers as another name for `dataclasses.field`: ``jax.tree.static()``.

mypy knows `dataclasses.field` by its name alone, and takes the call of another one for a default.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, ClassDef, RefExpr

from ..model.field_calls import STANDARD_FIELD
from ..model.fields import annotated_assignments

_ALIASES: Final = frozenset(("jax.tree.static", "jax._src.tree.static"))


def name_field_specifiers(cls: ClassDef) -> None:
    """Let mypy take these calls in a class body for those of `dataclasses.field`."""
    for _, statement in annotated_assignments(cls):
        call = statement.rvalue
        if isinstance(call, CallExpr) and isinstance(call.callee, RefExpr) and call.callee.fullname in _ALIASES:
            call.callee.fullname = STANDARD_FIELD
