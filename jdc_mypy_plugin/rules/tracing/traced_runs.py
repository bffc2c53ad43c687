"""Functions that run when a transformation traces one: itself, and those of the module that it hands tracers to."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import AssignmentStmt, CallExpr, Expression, FuncDef, LambdaExpr, NameExpr, RefExpr

from ...model.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.index import ModuleIndex
from ...syntax.ranges import Range, is_in, range_of
from ...syntax.walk import descendants
from ..called_functions import Run, called_functions
from ..differentiated_functions import FILTERED
from ..traced_functions import TracedFunction
from ..transformations import LOOPS, named
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
        self._inner = _InnerFunctions(site)
        self._run = Run(site, self._inner.handed) if site.callers else None

    def reaches(self, expression: Expression, path: str) -> bool:
        """Return whether an expression runs and what it is made of is a tracer there."""
        if path in self._concrete or is_in(expression, (*self._inner.others, *self._skipped)):
            return False
        if self._inner.gives(expression):
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


class _InnerFunctions:
    """The functions in a traced function: callbacks may run outside of the trace, what JAX calls at once does not."""

    def __init__(self, site: TracedFunction) -> None:
        index = INDEX.of(site.api.tree)
        callees = [each.callee for each in site.body.expressions_of(CallExpr)]
        called = {each.name for each in callees if isinstance(each, NameExpr)}
        names = [each for each in site.body.expressions_of(NameExpr) if _is_traced_at_once(each, index, called)]
        named = list(site.body.statements_of(FuncDef))
        handed = {each: [name for name in names if name.node is each] for each in named}
        self.handed: Mapping[FuncDef, Sequence[NameExpr]] = {each: uses for each, uses in handed.items() if uses}
        """The functions that JAX calls at once, with their names there."""
        functions: list[FuncDef | LambdaExpr] = list(named)
        traced: list[FuncDef | LambdaExpr] = list(self.handed)
        functions += site.body.expressions_of(LambdaExpr)
        traced += [each for each in site.body.expressions_of(LambdaExpr) if _is_traced_at_once(each, index, called)]
        self.others: list[Range] = [range_of(each) for each in functions if each not in traced]
        self._parameters = {argument.variable for each in traced for argument in each.arguments}

    def gives(self, expression: Expression) -> bool:
        """Return whether an expression reads a parameter of one that JAX calls, which is looked at by itself."""
        return any(isinstance(part, NameExpr) and part.node in self._parameters for part in descendants(expression))


def _is_traced_at_once(function: Expression, index: ModuleIndex, called: Collection[str]) -> bool:
    """Return whether a function is handed to a loop of JAX, or transformed by JAX and called: ``jax.vmap(f)(xs)``.

    The transformed function may get a name, and be called by that.
    """
    call = index.parent(function)
    if not isinstance(call, CallExpr) or function is call.callee or not isinstance(call.callee, RefExpr):
        return False
    if call.callee.fullname in LOOPS:
        return True
    outer = index.parent(call)
    if named(call.callee) is None and call.callee.fullname not in FILTERED:
        return False
    if isinstance(outer, AssignmentStmt) and isinstance(outer.lvalues[0], NameExpr):
        return outer.lvalues[0].name in called
    return isinstance(outer, CallExpr) and outer.callee is call
