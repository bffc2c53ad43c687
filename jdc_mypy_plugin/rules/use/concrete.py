"""``jdc-concrete``: Python needs the value of something that is a tracer.

``if``, ``while``, ``range``, ``int`` and shapes take values; under a transformation every data field is a tracer,
a number too (https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import Expression, FuncDef, LambdaExpr, ReturnStmt

from jdc_spec.rules import CONCRETE

from ...host.diagnostics import Diagnostic
from ...syntax.expected_failures import may_be_caught
from ...syntax.ranges import Range, is_in, range_of
from ..called_functions import Run, called_functions
from ..chosen_transformations import may_be_left_out
from ..eager_functions import is_run_apart
from ..places import TRACED_FUNCTION, asked
from ..traced_functions import TracedFunction
from ..traced_values import TracedValues
from .needed_values import Need, needed_values
from .returned_tracers import ReturnedTracers
from .skipped_code import possibly_concrete, skipped_ranges

_DEPTH: Final = 3
"""How many calls are followed from the function that is transformed."""


@asked(CONCRETE, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report tracers where Python needs a value."""
    if not site.is_abstract:
        return
    if not site.traced or is_run_apart(site) or may_be_left_out(site.at, site.definition, site.api.tree):
        return
    yield from _found(site, depth=_DEPTH)


def _found(site: TracedFunction, depth: int) -> Iterator[Diagnostic]:
    """Yield what is wrong in a function, and in those that it calls."""
    values = ReturnedTracers(site)
    if not values:
        return
    reached = _Reached(site, values)
    told: set[Expression] = set()
    for need in needed_values(site):
        path = None if need.value in told else _path(need, values)
        if path is None or not reached.has(need.value, path):
            continue
        if need.array is not None and (values.array(need.array) or values.tree(need.array)) is None:
            continue
        told.add(need.value)
        yield Diagnostic(
            CONCRETE,
            f'{need.by} needs the value of "{path}", which is a tracer under {site.by}: it raises an error of JAX '
            f'when "{site.definition.name}" is traced; use {need.instead}',
            need.value,
        )
    if depth:
        for called in called_functions(site, values, reached.has):
            yield from _found(called, depth - 1)


class _Reached:
    """Tells which expressions run with tracers when a function is traced."""

    def __init__(self, site: TracedFunction, values: TracedValues) -> None:
        self._tree = site.api.tree
        self._concrete = possibly_concrete(site, values)
        self._skipped = skipped_ranges(site, values)
        self._inner = _ranges_of_inner_functions(site)
        self._run = Run(site) if site.callers else None

    def has(self, expression: Expression, path: str) -> bool:
        """Return whether an expression runs and what it is made of is a tracer there."""
        if path in self._concrete or is_in(expression, (*self._inner, *self._skipped)):
            return False
        if may_be_caught(expression, self._tree):
            return False
        return self._run is None or self._run.has(expression)


def _path(need: Need, values: TracedValues) -> str | None:
    """Return how to write the tracer of which a value is needed."""
    path = values.path(need.value)
    if path is None and need.kind in ("number", "shape"):
        path = values.tree(need.value)
    return values.sizes(need.value) if path is None and need.kind == "shape" else path


def _ranges_of_inner_functions(site: TracedFunction) -> list[Range]:
    """Return the functions inside, which callbacks may run outside of the trace."""
    lambdas = (each.body.body[0] for each in site.body.expressions_of(LambdaExpr))
    bodies = (each.expr for each in lambdas if isinstance(each, ReturnStmt) and each.expr is not None)
    return [range_of(each) for each in (*site.body.statements_of(FuncDef), *bodies)]
