"""The function that ``jax.vjp(f, x)`` gives beside the result, which takes a cotangent of the result's shape."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from mypy.nodes import CallExpr, Expression, IndexExpr, IntExpr

from jdc_operations.values import UNKNOWN, ArrayValue, Failure, Items, Value
from jdc_spec.shapes import agree, show

from ..constants import unfold
from ..operation_values import result_of
from ..scope import ModuleScope
from ..substitution import putting
from .tracing import traced


def of_pulled(
    function: IndexExpr, call: CallExpr, read: Callable[[Expression], Value], scope: ModuleScope
) -> Value | Failure:
    """Return what ``pull(cotangent)`` returns, a cotangent for each argument; UNKNOWN of any other call."""
    made = unfold(function.base, scope)
    is_second = isinstance(function.index, IntExpr) and function.index.value == 1
    if not is_second or not isinstance(made, CallExpr) or scope.imported(made.callee) != "jax.vjp":
        return UNKNOWN
    both = read(made)
    if not isinstance(both, Items) or len(call.args) != 1 or any(call.arg_names):
        return UNKNOWN
    result, given = both.items[0], read(call.args[0])
    want, have = (result_of(each).sizes if isinstance(each, ArrayValue) else None for each in (result, traced(given)))
    if want is not None and have is not None and not agree(want, have):
        return Failure(f"the function that jax.vjp gives takes a cotangent of shape {show(want)}, not {show(have)}")
    strong = putting(lambda array: dataclasses.replace(array, weak=None))
    return Items(tuple(strong(traced(read(each))) for each in made.args[1:]))
