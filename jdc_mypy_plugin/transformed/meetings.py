"""A transformation that objects of a class meet, and the functions that are under one."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy.nodes import Expression, FuncDef, LambdaExpr, MemberExpr, NameExpr

from ..libraries.definition import applied
from .changed_leaves import REBUILT, Leaves
from .transformations import How, Transformed

_OTHERS: Final = frozenset(
    (
        *("jit", "pjit", "pmap", "vmap", "grad", "value_and_grad", "remat", "checkpoint", "custom_vjp", "custom_jvp"),
        *(f"filter_{name}" for name in ("jit", "pmap", "vmap", "grad", "value_and_grad", "checkpoint")),
    )
)
"""Names of transformations, of whatever library."""
_MAPPING: Final = frozenset(("vmap", "pmap", "filter_vmap", "filter_pmap"))


class Meeting(NamedTuple):
    """A transformation that objects of a class are handed to."""

    by: str
    """Its name, ``jax.vmap`` or that of a function of another library."""
    how: How | Leaves
    """The effect on them; functions of `jax.tree` rebuild them of other leaves."""

    @property
    def rebuilds(self) -> bool:
        """Return whether a function of `jax.tree` rebuilds them, which is not a transformation."""
        return self.how in REBUILT


class Made(NamedTuple):
    """A function under a transformation."""

    by: str
    how: How
    function: FuncDef | LambdaExpr | None
    transformed: Transformed | None
    """None for a transformation of another library, which may look at every argument."""

    @property
    def meeting(self) -> Meeting:
        """The meeting of what it is given."""
        return Meeting(self.by, self.how)

    def looks_at(self, index: int | None, name: str | None) -> bool:
        """Return whether the transformation looks at an argument, by position or by keyword."""
        return self.transformed is None or self.transformed.looks_at(index, name)


def made_by_other(name: str, function: FuncDef | LambdaExpr | None) -> Made:
    """Return a function under a transformation of another library, of that name."""
    return Made(name, "mapped" if name in _MAPPING else "traced", function, None)


def other_transformation(expression: Expression) -> str | None:
    """Return the name of a transformation of another library: ``eqx.filter_jit``, ``jdc.jit``."""
    function = applied(expression)
    name = function.name if isinstance(function, NameExpr | MemberExpr) else ""
    return name if name in _OTHERS else None
