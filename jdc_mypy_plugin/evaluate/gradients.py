"""``jax.grad(f)`` and ``jax.value_and_grad(f)``, which differentiate functions whose result is one number."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Final, NamedTuple

from mypy.nodes import CallExpr, Expression, IntExpr, NameExpr, RefExpr

from jdc_operations.values import UNKNOWN, Items, Value

from ..syntax.arguments import argument, by_keyword, has_stars, positional
from .substitution import putting
from .tracing import traced
from .transformed_calls import KEEP_PARAMETERS, transformed

GRADIENTS: Final = {"jax._src.api.grad": "jax.grad", "jax._src.api.value_and_grad": "jax.value_and_grad"}
"""By full name."""


class Gradient(NamedTuple):
    """A function that is differentiated."""

    by: str
    function: Expression
    has_aux: bool
    """True if the function returns a pair, whose first value counts."""
    argument: int | None
    """The position of the argument that the gradient is like; None where it is not written out, or of several."""


def gradient(callee: Expression) -> Gradient | None:
    """Read ``jax.grad(f)``, `jax.jit` around it too; None of anything else, and where it is not clear."""
    made = callee
    while isinstance(made, CallExpr) and isinstance(made.callee, RefExpr) and made.args and not has_stars(made):
        name = made.callee.fullname
        if name in GRADIENTS:
            aux = by_keyword(made, "has_aux")
            written = aux.fullname if isinstance(aux, NameExpr) else None
            if (aux is not None and written not in ("builtins.True", "builtins.False")) or len(made.args) > 2:
                return None
            return Gradient(GRADIENTS[name], transformed(made.args[0]), written == "builtins.True", _argument(made))
        if name not in KEEP_PARAMETERS:
            return None
        made = made.args[0]
    return None


def _argument(made: CallExpr) -> int | None:
    if by_keyword(made, "allow_int") is not None:  # the gradient of a whole number has a dtype of its own
        return None
    written = argument(made, 1, "argnums")
    if written is None:
        return 0
    return written.value if isinstance(written, IntExpr) else None


def of_gradient(made: Gradient, call: CallExpr, read: Callable[[Expression], Value]) -> Value:
    """Return what ``jax.grad(f)(x)`` returns: an array like ``x``, or a tree; what else comes with it is unknown."""
    given = positional(call)
    if made.argument is None or made.argument >= len(given):
        return UNKNOWN
    like = putting(lambda array: dataclasses.replace(array, weak=None))(traced(read(given[made.argument])))
    if made.by == "jax.grad":
        return Items((like, UNKNOWN)) if made.has_aux else like
    return Items((UNKNOWN, like))
