"""Functions that run when a transformation traces one: itself, and those of the module that it hands tracers to."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import AssignmentStmt, CallExpr, Expression, FuncDef, LambdaExpr, NameExpr, RefExpr

from ...model.functions.pure_methods import TREE_MAPS
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.index import ModuleIndex
from ...syntax.ranges import Range, is_in, range_of
from ...syntax.walk import descendants
from ...traced.called_constructors import constructors_run
from ...traced.called_functions import Run, called_functions
from ...traced.chosen_functions import function_of_parameter
from ...traced.functions import ReadOnce, TracedFunction
from ...traced.looped_functions import looped_functions
from ...traced.mapped_functions import mapped_functions
from ...traced.staged_values import is_staging, stages
from ...transformed.differentiated_functions import FILTERED
from ...transformed.transformations import LOOPS, named
from .returned_tracers import RETURNED_TRACERS, ReturnedTracers
from .skipped_code import possibly_concrete, skipped_ranges

_DEPTH: Final = 3
"""How many calls are followed from the function that is transformed."""


class TracedRun:
    """A function that runs when a transformation traces it or what calls it.

    Of one that is followed from a call, and of all code where Python may branch on the tracers, those parts alone
    count that each call runs.
    """

    def __init__(self, site: TracedFunction, values: ReturnedTracers, *, may_branch: bool = False) -> None:
        self.site, self.values = site, values
        self._tree = site.api.tree
        self._concrete = possibly_concrete(site, values)
        self._skipped = skipped_ranges(site, values)
        self._inner = _InnerFunctions(site, self._skipped)
        self._run = Run(site, self._inner.run, self._inner.lambdas) if site.callers or may_branch else None

    def reaches(self, expression: Expression, path: str) -> bool:
        """Return whether an expression runs and what it is made of is a tracer there."""
        if path in self._concrete or is_in(expression, (*self._inner.others, *self._skipped)):
            return False
        if self._inner.gives(expression):
            return False
        if may_be_caught(expression, self._tree):
            return False
        return self._run is None or self._run.has(expression)


def traced_runs(site: TracedFunction) -> Sequence[TracedRun]:
    """Return a function and those that it calls with tracers."""
    return _RUNS.of(site)


def own_run(site: TracedFunction, *, may_branch: bool = False) -> TracedRun | None:
    """Return the run of a function itself; None where it is given no tracers and makes none."""
    values = RETURNED_TRACERS.of(site)
    return TracedRun(site, values, may_branch=may_branch) if values or is_staging(site) else None


def _read(site: TracedFunction) -> Sequence[TracedRun]:
    run = own_run(site)
    return [] if run is None else list(_with_called(run, _DEPTH))


def _with_called(run: TracedRun, depth: int) -> Iterator[TracedRun]:
    yield run
    if not depth:
        return
    for functions in (called_functions, looped_functions, mapped_functions):
        for site in functions(run.site, run.values, run.reaches):
            yield from _below(site, depth, run.values.left)
    for site in _constructed(run):
        yield from _below(site, depth, run.values.left)


def _below(site: TracedFunction, depth: int, left: Iterator[int]) -> Iterator[TracedRun]:
    if next(left, None) is None:
        return
    values = ReturnedTracers(site, left)
    if values or stages(site.definition, site):
        yield from _with_called(TracedRun(site, values), depth - 1)


_RUNS: Final = ReadOnce(_read)


def _constructed(run: TracedRun) -> Iterator[TracedFunction]:
    """Yield what the calls of classes run, with the tracers that they are given."""
    site = run.site
    for call in site.body.expressions_of(CallExpr):
        for definition, given in constructors_run(call, run.values, site):
            traced = {variable: kind for variable, kind, path in given if run.reaches(call, path)}
            if traced and definition not in (site.definition, *site.callers):
                callers = (*site.callers, site.definition)
                yield site._replace(definition=definition, traced=traced, passed={}, callers=callers)


class _InnerFunctions:
    """The functions in a traced function: callbacks may run outside of the trace.

    Those that the function calls, and that JAX calls at once, run in it.
    """

    def __init__(self, site: TracedFunction, skipped: Sequence[Range]) -> None:
        index = INDEX.of(site.api.tree)
        self._site, self._skipped = site, skipped
        self._calls = site.body.expressions_of(CallExpr)
        called = {each.callee.name for each in self._calls if isinstance(each.callee, NameExpr)}
        names = [each for each in site.body.expressions_of(NameExpr) if _is_called_at_once(each, index, called)]
        self._named = list(site.body.statements_of(FuncDef))
        lambdas = site.body.expressions_of(LambdaExpr)
        self.lambdas: Sequence[LambdaExpr] = [each for each in lambdas if _is_called_at_once(each, index, called)]
        """Those that JAX calls at once."""
        self._not_run: list[FuncDef | LambdaExpr] = [each for each in lambdas if each not in self.lambdas]
        handed = {each: [name for name in names if name.node is each] for each in self._named}
        uses = {each: [*handed[each], *self._calls_of(each)] for each in self._named}
        self.run: Mapping[FuncDef, Sequence[Expression]] = self._those_that_run(uses, handed)
        """The functions with a name that run, each with the calls of it and the names that hand it to JAX."""
        self.others: list[Range] = [range_of(each) for each in (*self._named, *self._not_run) if each not in self.run]
        running: tuple[FuncDef | LambdaExpr, ...] = (*self.run, *self.lambdas)
        taken = (argument.variable for each in running for argument in each.arguments)
        self._parameters = {each for each in taken if function_of_parameter(each, site) is None}

    def gives(self, expression: Expression) -> bool:
        """Return whether an expression reads a parameter of one that runs, which is looked at by itself."""
        return any(isinstance(part, NameExpr) and part.node in self._parameters for part in descendants(expression))

    def _calls_of(self, function: FuncDef) -> list[Expression]:
        """Return the calls of a function by its name, if each runs the body as it is written."""
        if function.is_generator or function.is_coroutine:
            return []
        tree = self._site.api.tree
        return [
            each
            for each in self._calls
            if isinstance(each.callee, NameExpr) and each.callee.node is function and not may_be_caught(each, tree)
        ]

    def _those_that_run(
        self, uses: Mapping[FuncDef, Sequence[Expression]], handed: Mapping[FuncDef, Sequence[Expression]]
    ) -> Mapping[FuncDef, Sequence[Expression]]:
        """Return the functions that JAX calls at once, and those that code calls which runs."""
        found = {each: uses[each] for each, names in handed.items() if names}
        while True:
            waiting = [each for each in self._named if each not in found]
            idle = [range_of(each) for each in (*waiting, *self._not_run)]
            met = [each for each in waiting if any(not is_in(use, (*idle, *self._skipped)) for use in uses[each])]
            if not met:
                return found
            found.update((each, uses[each]) for each in met)


def _is_called_at_once(function: Expression, index: ModuleIndex, called: Collection[str]) -> bool:
    """Return whether JAX calls a function where it is handed over.

    It may be handed to a loop or to ``jax.tree.map``, or be transformed by JAX and called: ``jax.vmap(f)(xs)``. The
    transformed function may get a name, and be called by that.
    """
    call = index.parent(function)
    if not isinstance(call, CallExpr) or function is call.callee or not isinstance(call.callee, RefExpr):
        return False
    if call.callee.fullname in LOOPS:
        return True
    if call.callee.fullname in TREE_MAPS:
        return function is call.args[0]
    outer = index.parent(call)
    if named(call.callee) is None and call.callee.fullname not in FILTERED:
        return False
    if isinstance(outer, AssignmentStmt) and isinstance(outer.lvalues[0], NameExpr):
        return outer.lvalues[0].name in called
    return isinstance(outer, CallExpr) and outer.callee is call
