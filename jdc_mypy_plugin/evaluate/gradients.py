"""``jax.grad(f)`` and ``jax.value_and_grad(f)``, which differentiate functions whose result is one number."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy.nodes import CallExpr, Expression, NameExpr, RefExpr

from ..syntax.arguments import by_keyword, has_stars
from .transformed_calls import KEEP_PARAMETERS, transformed

GRADIENTS: Final = {"jax._src.api.grad": "jax.grad", "jax._src.api.value_and_grad": "jax.value_and_grad"}
"""By full name."""


class Gradient(NamedTuple):
    """A function that is differentiated."""

    by: str
    function: Expression
    has_aux: bool
    """True if the function returns a pair, whose first value counts."""


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
            return Gradient(GRADIENTS[name], transformed(made.args[0]), written == "builtins.True")
        if name not in KEEP_PARAMETERS:
            return None
        made = made.args[0]
    return None
