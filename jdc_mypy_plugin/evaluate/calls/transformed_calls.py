"""Calls of what a transformation returns, ``jax.jit(f)(x)``, ``jax.vmap(f)(x)``: what ``f`` gets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mypy.nodes import ARG_POS, CallExpr, Decorator, Expression, RefExpr

from ...libraries.definition import PARTIAL, applied_by_partial
from ...syntax.arguments import argument, by_keyword, has_stars
from ...syntax.mapped_axes import OTHER, axes_of, axis_of

VMAP: Final = "jax._src.api.vmap"
FILTER_VMAP: Final = "equinox._vmap_pmap.filter_vmap"
_VMAPS: Final = frozenset((VMAP, FILTER_VMAP))
_KEEP_ALL: Final = frozenset(
    ("jax.jit", "jax._src.api.jit", "jax._src.ad_checkpoint.checkpoint", "jax._src.ad_checkpoint.remat")
)
"""Transformations whose result takes what the function takes, and gives what it gives."""
KEEP_PARAMETERS: Final = _KEEP_ALL | {"jax._src.api.grad", "jax._src.api.value_and_grad"}
"""Transformations whose result takes what the function takes, by full name."""
_TAKING_THE_SAME: Final = KEEP_PARAMETERS | {
    *(f"jax._src.api.{name}" for name in ("jacfwd", "jacrev", "jacobian", "hessian")),
    *(f"equinox._ad.filter_{name}" for name in ("grad", "value_and_grad")),
    *(f"flax.nnx.transforms.autodiff.{name}" for name in ("grad", "value_and_grad")),
    *("equinox._jit.filter_jit", "flax.nnx.transforms.compilation.jit"),
}
"""So do Jacobians, whose result has the axes of both, and the relatives of equinox and flax."""


class Mapped(NamedTuple):
    """A call of ``jax.vmap(f)``."""

    function: Expression
    axes: Sequence[int | None]
    """The axis of each argument that is taken away before ``f`` gets it; None where it gets the whole."""
    out: int | None
    """The axis that the results have in front of theirs; None where it is not written out."""
    takes_numbers: bool = False
    """True if a number goes to ``f`` as it is: `equinox.filter_vmap` maps over arrays alone, unless it is told."""


def mapped(call: CallExpr, callee: Expression) -> Mapped | None:
    """Read ``jax.vmap(f, in_axes=...)(x, y)``, where the arguments come by position; None of any other call.

    ``callee`` is what is called, where the call itself may have a name for it.
    """
    return mapping(callee, len(call.args)) if all(kind.is_positional() for kind in call.arg_kinds) else None


def mapping(callee: Expression, count: int) -> Mapped | None:
    """Read ``jax.vmap(f, in_axes=...)``, which is called with a number of arguments; None of anything else."""
    made = unjitted(callee)
    if not isinstance(made, CallExpr) or not isinstance(made.callee, RefExpr) or made.callee.fullname not in _VMAPS:
        return None
    if not made.args or not made.arg_kinds[0].is_positional():
        return None
    written = argument(made, 1, "in_axes")
    axes = [0] * count if written is None and not has_stars(made) else axes_of(written, count)
    takes_numbers = written is None and made.callee.fullname == FILTER_VMAP
    return None if axes is None else Mapped(made.args[0], axes, _out(made), takes_numbers)


def mapped_by_decorator(callee: Expression, call: CallExpr) -> Mapped | None:
    """Read a call of a function under ``@jax.vmap`` or ``@partial(jax.vmap, in_axes=...)``, and `jax.jit` perhaps."""
    node = callee.node if isinstance(callee, RefExpr) else None
    if not isinstance(node, Decorator) or not all(kind.is_positional() for kind in call.arg_kinds):
        return None
    maps = [each for each in node.original_decorators if _made(each) in _VMAPS]
    if len(maps) != 1 or any(_made(each) not in _KEEP_ALL | _VMAPS for each in node.original_decorators):
        return None
    made = maps[0] if isinstance(maps[0], CallExpr) else None
    if made is not None and (has_stars(made) or not set(made.arg_names) <= {None, "in_axes", "out_axes"}):
        return None
    written, out = (None if made is None else by_keyword(made, name) for name in ("in_axes", "out_axes"))
    axes = [0] * len(call.args) if written is None else axes_of(written, len(call.args))
    place = 0 if out is None else axis_of(out)
    return None if axes is None or place == OTHER else Mapped(callee, axes, place)


def _made(decorator: Expression) -> str:
    """Return the full name of a transformation that a decorator is, or a partial of it without other functions."""
    applied = applied_by_partial(decorator) if isinstance(decorator, CallExpr) else decorator
    is_alone = not isinstance(decorator, CallExpr) or decorator.arg_kinds.count(ARG_POS) == 1
    return applied.fullname if isinstance(applied, RefExpr) and is_alone else ""


def _out(made: CallExpr) -> int | None:
    if has_stars(made) or not set(made.arg_names) <= {None, "in_axes", "out_axes"}:
        return None
    written = argument(made, 2, "out_axes")
    axis = 0 if written is None else axis_of(written)
    return None if axis == OTHER else axis


def transformed(callee: Expression) -> Expression:
    """Return the function of ``jax.jit(f)`` and the like, which takes what ``f`` takes; any other callee as it is."""
    return _inside(callee, _TAKING_THE_SAME)


def unjitted(callee: Expression) -> Expression:
    """Return the function of ``jax.jit(f)`` and the like, which gives what ``f`` gives; any other callee as it is."""
    return _inside(callee, _KEEP_ALL)


def _inside(callee: Expression, transformations: frozenset[str]) -> Expression:
    if not isinstance(callee, CallExpr) or not isinstance(callee.callee, RefExpr) or not callee.args:
        return callee
    keeps = callee.callee.fullname in transformations and callee.arg_kinds[0].is_positional()
    return _inside(callee.args[0], transformations) if keeps else callee


def partly_called(callee: Expression) -> CallExpr | None:
    """Return ``functools.partial(f, x)``, which gives some arguments of ``f`` ahead; None of anything else."""
    if not isinstance(callee, CallExpr) or not isinstance(callee.callee, RefExpr) or has_stars(callee):
        return None
    gives = callee.callee.fullname == PARTIAL and bool(callee.args) and callee.arg_kinds[0].is_positional()
    return callee if gives else None
