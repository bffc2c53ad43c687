"""Tracers that a function, a method or a property of the module returns: ``if state.is_done:``, ``if far(x):``."""

from __future__ import annotations

import re
from typing import Final

from mypy.nodes import CallExpr, Expression, IndexExpr, IntExpr, ReturnStmt

from ...syntax.functions import returned_by
from ...syntax.targets import row
from ..called_functions import run_by
from ..traced_functions import TracedFunction
from ..traced_values import TracedValues
from .skipped_code import possibly_concrete

_DEPTH: Final = 3
"""How many calls are followed."""
_ROOT: Final = re.compile(r"\w+")


class ReturnedTracers(TracedValues):
    """Tells which expressions of a traced function are tracers, results of functions of the module among them."""

    def __init__(self, site: TracedFunction) -> None:
        self._site = site
        super().__init__(site)

    def path(self, expression: Expression) -> str | None:
        """Return how to write the tracer that an expression is or is made of; None where it may be concrete."""
        found = super().path(expression)
        return found or self._returned(*_item(self._source(expression)))

    def array(self, expression: Expression) -> str | None:
        """Return how to write the traced array that an expression is or is made of; None of everything else."""
        return super().array(expression) or self._returned(*_item(self._source(expression)))

    def sizes(self, expression: Expression) -> str | None:
        """Return how to write a tuple of tracers, or a tracer in one that a call or a property gives back."""
        return super().sizes(expression) or self._returned(self._source(expression), in_row=True)

    def _returned(self, value: Expression, item: int | None = None, *, in_row: bool = False) -> str | None:
        """Return the tracer of the caller that a call or a property gives back, or makes its result of.

        ``item`` is the place in a tuple that a function writes out where it returns it.
        """
        definition, given = run_by(value, self, self._site)
        callers = (*self._site.callers, self._site.definition)
        if definition is None or definition in callers or len(callers) > _DEPTH or not given:
            return None
        last = definition.body.body[-1]
        if not isinstance(last, ReturnStmt) or last.expr is None or len(returned_by(definition.body.body)) > 1:
            return None
        traced = {variable: kind for variable, kind, _ in given}
        inner = self._site._replace(definition=definition, traced=traced, passed={}, callers=callers)
        values = ReturnedTracers(inner)
        items = row(last.expr) if in_row or item is not None else [last.expr]
        items = items if item is None else items[item : item + 1]
        path = next(filter(None, map(values.path, items)), None)
        if path is None or path in possibly_concrete(inner, values):
            return None
        root = _ROOT.match(path)
        outer = {variable.name: way for variable, _, way in given}
        return None if root is None or root[0] not in outer else outer[root[0]] + path[root.end() :]


def _item(value: Expression) -> tuple[Expression, int | None]:
    """Return the call that an expression reads an item of, ``f(x)[0]``, and the item; else the expression itself."""
    if isinstance(value, IndexExpr) and isinstance(value.index, IntExpr) and isinstance(value.base, CallExpr):
        return value.base, value.index.value
    return value, None
