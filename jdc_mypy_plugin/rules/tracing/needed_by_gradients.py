"""``jdc-concrete``: a function that ``jax.grad`` differentiates gives up the tracer that carries the gradient.

Such a tracer has a value, so that ``if`` and `int` take it outside of ``jax.jit``. `float`, `math` and NumPy refuse
it, and ``.item()`` takes the value and leaves the gradient behind: it is zero then, without an error.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, MemberExpr, RefExpr, ReturnStmt, TupleExpr

from jdc_spec.rules import CONCRETE

from ...evaluate import Evaluator, Origin
from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.arguments import bound
from ...syntax.functions import returned_by
from ...traced.called_functions import run_by
from ...traced.functions import TracedFunction
from ...traced.gradient_functions import GradientFunction
from ...traced.gradient_values import GradientValues
from ...traced.traced_code import may_run_in_trace
from ...transformed.chosen_transformations import may_be_left_out
from ...transformed.function_expressions import called_in_messages
from ..places import GRADIENT_FUNCTION, TRACED_FUNCTION, asked
from .needed_values import needed_values
from .returned_tracers import ReturnedTracers
from .traced_runs import TracedRun, own_run

_DERIVATIVES: Final = ("jax.grad", "jax.value_and_grad", "jax.jacfwd", "jax.jacrev", "jax.jacobian", "jax.hessian")
_FLOAT: Final = "builtins.float"
_WHOLE: Final = "allow_int"
_DEPTH: Final = 3
"""How many calls are followed from the function that is differentiated."""


@asked(CONCRETE, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report what needs the value of a tracer that carries the gradient.

    In code that is traced every tracer counts, and another rule tells of all.
    """
    tree = site.api.tree
    if site.is_abstract or site.only_arrays or site.by not in _DERIVATIVES or may_run_in_trace(site.at, tree):
        return
    run = own_run(site, may_branch=True)
    if run is None or may_be_left_out(site.at, site.definition, tree) or _allows_whole_numbers(site):
        return
    told: set[Expression] = set()
    for each, carried in _with_called(run, _DEPTH):
        yield from _needed(each, carried, told)
    yield from _returned(site.by, site.definition, site.api, told)


def _allows_whole_numbers(site: TracedFunction) -> bool:
    """Return whether a derivative is taken with respect to whole numbers too, which keep their values."""
    made = site.at.original_decorators[-1] if isinstance(site.at, Decorator) else site.at
    while isinstance(made, CallExpr):
        if _WHOLE in made.arg_names:
            return True
        made = made.callee
    return False


class _Carried(GradientValues):
    """Tells what carries the gradient, results of functions of the module among it."""

    def __init__(self, run: TracedRun, depth: int) -> None:
        super().__init__(run.site, run.values)
        self._run, self._depth = run, depth
        self._runs: dict[CallExpr, TracedRun | None] = {}

    def _made(self, call: CallExpr) -> str | None:
        return super()._made(call) or self._returned(call)

    def _returned(self, call: CallExpr) -> str | None:
        """Return how to write the call of a function whose only result carries the gradient."""
        below = self.run_of(call)
        results = [] if below is None else returned_by(below.site.definition.body.body)
        if below is None or len(results) != 1 or results[0] is None:
            return None
        is_carried = _Carried(below, self._depth - 1).path(results[0]) is not None
        return f"{below.site.definition.name}(...)" if is_carried else None

    def run_of(self, call: CallExpr) -> TracedRun | None:
        """Return the run of a function that a call hands what carries the gradient."""
        if call not in self._runs:
            self._runs[call] = None  # a value may be made of itself, in a loop
            self._runs[call] = self._read(call)
        return self._runs[call]

    def _read(self, call: CallExpr) -> TracedRun | None:
        run = self._run
        definition, given = run_by(call, run.values, run.site) if self._depth else (None, [])
        if definition is None or definition.info or definition in (run.site.definition, *run.site.callers):
            return None
        names = [each.variable.name for each in definition.arguments]
        handed = {name for value, name in bound(call, names) if self.hands_on(value)}
        traced = {each: kind for each, kind, path in given if each.name in handed and run.reaches(call, path)}
        if not traced:
            return None
        callers = (*run.site.callers, run.site.definition)
        site = run.site._replace(definition=definition, traced=traced, passed={}, callers=callers)
        return TracedRun(site, ReturnedTracers(site, run.values.left))


def _with_called(run: TracedRun, depth: int) -> Iterator[tuple[TracedRun, _Carried]]:
    """Yield the run of a function, and those of the functions that it hands what carries the gradient."""
    carried = _Carried(run, depth)
    yield run, carried
    for call in run.site.body.expressions_of(CallExpr):
        below = carried.run_of(call)
        if below is not None:
            yield from _with_called(below, depth - 1)


def _needed(run: TracedRun, carried: GradientValues, told: set[Expression]) -> Iterator[Diagnostic]:
    """Yield what needs the value of a tracer that carries the gradient, each once."""
    site = run.site
    differentiated = called_in_messages(site.definition)
    for need in needed_values(site):
        path = carried.path(need.value) if need.is_strict and need.value not in told else None
        if path is not None and run.reaches(need.value, path):
            told.add(need.value)
            instead = "the array itself" if need.by == "float()" else need.instead
            yield Diagnostic(
                CONCRETE,
                f'{need.by} needs the value of "{path}", which is a tracer under {site.by}: it raises an error of '
                f"JAX when {differentiated} is differentiated; use {instead}",
                need.value,
            )


@asked(CONCRETE, at=GRADIENT_FUNCTION)
def check_filtered(site: GradientFunction) -> Iterator[Diagnostic]:
    """Report a result of which nothing but the value is left, under the derivatives of libraries."""
    if site.by not in _DERIVATIVES and not may_run_in_trace(site.at, site.api.tree):
        yield from _returned(site.by, site.definition, site.api, ())


def _returned(by: str, definition: FuncDef, api: TypeChecker, told: Collection[Expression]) -> Iterator[Diagnostic]:
    """Yield the result that is a number of Python, which carries no gradient, where each call comes to it."""
    body = definition.body.body
    last = body[-1] if body and len(returned_by(body)) == 1 else None
    returned = last.expr if isinstance(last, ReturnStmt) else None
    result = returned.items[0] if isinstance(returned, TupleExpr) and returned.items else returned
    value = _made_of(result) if isinstance(result, CallExpr) else None
    if not isinstance(result, CallExpr) or value is None or value in told:
        return
    if _is_array(value, api) and not may_be_caught(result, api.tree):
        error = "it raises an error of JAX, or the gradient is" if result.args else "the gradient is"
        yield Diagnostic(
            CONCRETE,
            f"{by} differentiates this result, of which nothing but the value is left: {error} zero; "
            "return the array itself",
            value,
        )


def _made_of(call: CallExpr) -> Expression | None:
    """Return the array of ``float(x)`` and ``x.item()``."""
    callee = call.callee
    if isinstance(callee, MemberExpr) and callee.name == "item" and not call.args:
        return callee.expr
    return call.args[0] if isinstance(callee, RefExpr) and callee.fullname == _FLOAT and len(call.args) == 1 else None


def _is_array(value: Expression, api: TypeChecker) -> bool:
    """Return whether a value is an array that JAX makes."""
    return Evaluator(api).evaluate(value).origin is Origin.ARRAY
