"""Functions that run when a transformation traces one: itself, and those of the module that it hands tracers to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import Expression, FuncDef, LambdaExpr

from ...syntax.expected_failures import may_be_caught
from ...syntax.ranges import Range, is_in, range_of
from ..called_functions import Run, called_functions
from ..traced_functions import TracedFunction
from .returned_tracers import ReturnedTracers
from .skipped_code import possibly_concrete, skipped_ranges

_DEPTH: Final = 3
"""How many calls are followed from the function that is transformed."""


class TracedRun:
    """A function that runs when a transformation traces it or what calls it."""

    def __init__(self, site: TracedFunction, values: ReturnedTracers) -> None:
        self.site, self.values = site, values
        self._tree = site.api.tree
        self._concrete = possibly_concrete(site, values)
        self._skipped = skipped_ranges(site, values)
        self._inner = _ranges_of_inner_functions(site)
        self._run = Run(site) if site.callers else None

    def reaches(self, expression: Expression, path: str) -> bool:
        """Return whether an expression runs and what it is made of is a tracer there."""
        if path in self._concrete or is_in(expression, (*self._inner, *self._skipped)):
            return False
        if may_be_caught(expression, self._tree):
            return False
        return self._run is None or self._run.has(expression)


def traced_runs(site: TracedFunction, depth: int = _DEPTH) -> Iterator[TracedRun]:
    """Yield a function and those that it calls with tracers."""
    values = ReturnedTracers(site)
    if not values:
        return
    run = TracedRun(site, values)
    yield run
    for called in called_functions(site, values, run.reaches) if depth else ():
        yield from traced_runs(called, depth - 1)


def _ranges_of_inner_functions(site: TracedFunction) -> list[Range]:
    """Return the functions inside, which callbacks may run outside of the trace."""
    return [range_of(each) for each in (*site.body.statements_of(FuncDef), *site.body.expressions_of(LambdaExpr))]
