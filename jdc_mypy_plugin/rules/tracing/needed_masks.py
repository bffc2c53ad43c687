"""Masks as indices: ``x[x > 0]`` has as many items as the mask has values that are true, which no tracer tells."""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, ComparisonExpr, Expression, MypyFile, OpExpr, UnaryExpr

from ...evaluate import Evaluator, Origin
from ...syntax.names.imported_names import spelled

_ORDER: Final = frozenset(("==", "!=", "<", "<=", ">", ">="))
_ASKING: Final = frozenset(
    f"jax.numpy.{name}"
    for name in (
        *("isclose", "isfinite", "isin", "isinf", "isnan", "logical_and", "logical_not", "logical_or", "logical_xor"),
        *("equal", "greater", "greater_equal", "less", "less_equal", "not_equal"),
    )
)
"""Functions that make bools."""


def is_mask(index: Expression, module: MypyFile, evaluator: Evaluator) -> bool:
    """Return whether an index is an array of bools, if it is an array."""
    value = evaluator.source(index)
    if isinstance(value, ComparisonExpr):
        return len(value.operators) == 1 and value.operators[0] in _ORDER
    if isinstance(value, UnaryExpr) and value.op == "~":
        return is_mask(value.expr, module, evaluator)
    if isinstance(value, OpExpr) and value.op in ("&", "|", "^"):
        return is_mask(value.left, module, evaluator) and is_mask(value.right, module, evaluator)
    if isinstance(value, CallExpr):
        return spelled(value.callee, module) in _ASKING
    found = evaluator.evaluate(value)
    return found.origin is Origin.ARRAY and found.dtype == "bool"
