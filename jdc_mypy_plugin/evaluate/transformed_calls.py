"""Calls of what a transformation returns, ``jax.jit(f)(x)``, ``jax.vmap(f)(x)``: what ``f`` gets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mypy.nodes import CallExpr, Expression, IntExpr, ListExpr, NameExpr, RefExpr, TupleExpr, UnaryExpr

from ..syntax.arguments import argument, has_stars

VMAP: Final = "jax._src.api.vmap"
KEEP_PARAMETERS: Final = frozenset(
    (
        *("jax.jit", "jax._src.api.jit", "jax._src.api.grad", "jax._src.api.value_and_grad"),
        *("jax._src.ad_checkpoint.checkpoint", "jax._src.ad_checkpoint.remat"),
    )
)
"""Transformations whose result takes what the function takes, by full name."""
_OTHER: Final = 1 << 30
"""In the place of an axis that is not written out."""


class Mapped(NamedTuple):
    """A call of ``jax.vmap(f)``."""

    function: Expression
    axes: Sequence[int | None]
    """The axis of each argument that is taken away before ``f`` gets it; None where it gets the whole."""
    leads: bool
    """True if the axis of the results comes first."""


def mapped(call: CallExpr, callee: Expression) -> Mapped | None:
    """Read ``jax.vmap(f, in_axes=...)(x, y)``, where the arguments come by position; None of any other call.

    ``callee`` is what is called, where the call itself may have a name for it.
    """
    made = transformed(callee)
    if not isinstance(made, CallExpr) or not isinstance(made.callee, RefExpr) or made.callee.fullname != VMAP:
        return None
    if not made.args or not all(kind.is_positional() for kind in (*call.arg_kinds, made.arg_kinds[0])):
        return None
    written = argument(made, 1, "in_axes")
    axes = [0] * len(call.args) if written is None and not has_stars(made) else _axes(written, len(call.args))
    leads = not has_stars(made) and set(made.arg_names[1:]) <= {None, "in_axes"} and len(made.args) <= 2
    return None if axes is None else Mapped(made.args[0], axes, leads)


def _axes(written: Expression | None, count: int) -> Sequence[int | None] | None:
    """Read the axes that are written out for each argument; None where they cannot be read."""
    items = written.items if isinstance(written, TupleExpr | ListExpr) else [written] * count
    read = [_axis(item) for item in items if item is not None]
    return read if len(read) == count and _OTHER not in read else None


def _axis(written: Expression) -> int | None:
    if isinstance(written, NameExpr) and written.fullname == "builtins.None":
        return None
    sign, number = (-1, written.expr) if isinstance(written, UnaryExpr) and written.op == "-" else (1, written)
    return sign * number.value if isinstance(number, IntExpr) else _OTHER


def transformed(callee: Expression) -> Expression:
    """Return the function of ``jax.jit(f)`` and the like, which takes what ``f`` takes; any other callee as it is."""
    if not isinstance(callee, CallExpr) or not isinstance(callee.callee, RefExpr) or not callee.args:
        return callee
    keeps = callee.callee.fullname in KEEP_PARAMETERS and callee.arg_kinds[0].is_positional()
    return transformed(callee.args[0]) if keeps else callee
