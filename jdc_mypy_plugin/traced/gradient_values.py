"""Expressions that are certain to carry the gradient: a tracer of ``jax.grad`` that nothing has cut off.

A comparison of such a tracer is an array with a value, as is a rounded one: `jax.grad` follows only what has a
derivative. Which functions hand it on was tried out with each of them.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, Expression, IndexExpr, MemberExpr, NameExpr, OpExpr, UnaryExpr

from ..evaluate import Evaluator
from ..syntax.names.flow import FLOW, Parameter
from ..syntax.names.imported_names import spelled
from .functions import TracedFunction, bound_again
from .tracer_operations import PARTS, array_made_of, arrays_given
from .values import TracedValues

_OPERATORS: Final = frozenset(("+", "-", "*", "/", "%", "**", "@"))
_SIGNS: Final = ("-", "+")
CUT: Final = frozenset(
    (
        *("all", "allclose", "any", "argmax", "argmin", "argsort", "array_equal", "ceil", "count_nonzero", "equal"),
        *("floor", "greater", "greater_equal", "imag", "isclose", "isfinite", "isinf", "isnan", "less", "less_equal"),
        *("logical_and", "logical_not", "logical_or", "logical_xor", "not_equal", "round", "searchsorted", "sign"),
        "trunc",
    )
)
"""Functions of `jax.numpy` and methods of arrays whose result has no gradient."""
_OTHER: Final = frozenset(("astype", "where"))
"""Those of which it depends on more than the arrays that they are given."""
_RANDOM: Final = "jax.random."


class GradientValues:
    """Tells which expressions of a function carry the gradient."""

    def __init__(self, site: TracedFunction, values: TracedValues) -> None:
        self._site, self._values = site, values
        self._evaluator = Evaluator(site.api)
        self._flow = FLOW.of(site.api.tree)
        self._bound_again = bound_again(site.body)

    def path(self, expression: Expression) -> str | None:
        """Return how to write the tracer that an expression is or is made of; None of one that may have a value."""
        value = expression if self._is_given(expression) else self._evaluator.source(expression)
        if isinstance(value, OpExpr):
            return self.path(value.left) or self.path(value.right) if value.op in _OPERATORS else None
        if isinstance(value, UnaryExpr):
            return self.path(value.expr) if value.op in _SIGNS else None
        if isinstance(value, CallExpr):
            return self._made(value)
        if self._is_given(value):
            return self._values.path(value) or self._values.array(value) or self._values.tree(value)
        if isinstance(value, IndexExpr) or (isinstance(value, MemberExpr) and value.name in PARTS[:2]):
            return self.path(value.base if isinstance(value, IndexExpr) else value.expr)
        return None

    def hands_on(self, expression: Expression) -> bool:
        """Return whether an argument carries the gradient, in its leaves where it is a tree."""
        return self._is_given(expression) or self.path(expression) is not None

    def _is_given(self, value: Expression) -> bool:
        """Return whether an expression is a parameter that is differentiated, or a part of one, and no new value."""
        while isinstance(value, MemberExpr | IndexExpr):
            value = value.expr if isinstance(value, MemberExpr) else value.base
        if not isinstance(value, NameExpr) or value.node not in self._site.traced:
            return False
        return value.node not in self._bound_again or isinstance(self._flow.value_at(value), Parameter)

    def _made(self, call: CallExpr) -> str | None:
        """Return the tracer of which a function or a method makes an array that has the gradient too."""
        function = spelled(call.callee, self._site.api.tree) or ""
        name = call.callee.name if isinstance(call.callee, MemberExpr | NameExpr) else ""
        if name in CUT | _OTHER or function.rpartition(".")[2] in CUT | _OTHER or function.startswith(_RANDOM):
            return None
        made_of = array_made_of(call)
        given = arrays_given(call, function)
        return next(filter(None, map(self.path, given if made_of is None else [made_of, *given])), None)
