"""``jdc-concrete``: Python needs the value of something that is a tracer.

``if``, ``while``, ``range``, ``int`` and shapes take values; under a transformation every data field is a tracer,
a number too (https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError).
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, Context, Expression

from jdc_spec.rules import CONCRETE

from ...evaluate import Evaluator, Origin
from ...host.diagnostics import Diagnostic
from ...traced.eager_functions import is_run_apart
from ...traced.functions import TracedFunction
from ...traced.overriding_methods import methods_of_given
from ...traced.values import TracedValues
from ...transformed.chosen_transformations import may_be_left_out
from ...transformed.function_expressions import called_in_messages
from ..places import OVERRIDING_METHOD, TRACED_FUNCTION, asked
from .evident_arrays import is_evidently_array
from .needed_values import Need, needed_values
from .noted_tracers import INSTEAD, needed_elsewhere
from .traced_runs import TracedRun, own_run, traced_runs


@asked(CONCRETE, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report tracers where Python needs a value."""
    if not site.is_abstract:
        return
    if is_run_apart(site) or may_be_left_out(site.at, site.definition, site.api.tree):
        return
    told: set[Context] = (
        set()
    )  # a function inside one that is transformed runs as part of that, and when it is called
    for each in (site, *methods_of_given(site)):
        for run in traced_runs(each):
            found = [one for one in _found(run) if one.node not in told]
            told.update(one.node for one in found)
            yield from found


@asked(CONCRETE, at=OVERRIDING_METHOD)
def check_overriding(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report the same in methods that a jitted method of a base calls."""
    for run in traced_runs(site):
        yield from _found(run)


def first_need(site: TracedFunction) -> tuple[Need, str] | None:
    """Return the first place where Python needs a value in a function itself, and how to write the tracer there."""
    run = own_run(site)
    return None if run is None else next(_needs(run), None)


def _found(run: TracedRun) -> Iterator[Diagnostic]:
    """Yield what is wrong in a function."""
    site = run.site
    traced = called_in_messages(site.definition)
    for need, path in _needs(run):
        yield Diagnostic(
            CONCRETE,
            f'{need.by} needs the value of "{path}", which is a tracer under {site.by}: it raises an error of JAX '
            f"when {traced} is traced; use {need.instead}",
            need.value,
        )


def _needs(run: TracedRun) -> Iterator[tuple[Need, str]]:
    """Yield where a function needs the value of a tracer, with how to write that."""
    told: set[Expression] = set()
    for need in needed_values(run.site):
        path = None if need.value in told else _path(need, run.values, run.site)
        if path is None or not run.reaches(need.value, path):
            continue
        if need.array is None or _is_array(need.array, run):
            told.add(need.value)
            yield need, path
    for call in run.site.body.expressions_of(CallExpr):
        for each in needed_elsewhere(call, run.values, run.site.api):
            if each.value not in told and run.reaches(call, each.path):
                told.add(each.value)
                yield Need(each.value, f'"{each.by}"', INSTEAD[each.kind]), each.path


def _is_array(value: Expression, run: TracedRun) -> bool:
    """Return whether a value is an array, a traced one or another of JAX."""
    if (run.values.array(value) or run.values.tree(value)) is not None:
        return True
    return Evaluator(run.site.api).evaluate(value).origin is Origin.ARRAY


def _path(need: Need, values: TracedValues, site: TracedFunction) -> str | None:
    """Return how to write the tracer of which a value is needed."""
    path = values.path(need.value)
    if path is None and (need.kind in ("number", "shape") or is_evidently_array(need.value, site)):
        path = values.tree(need.value)
    return values.sizes(need.value) if path is None and need.kind == "shape" else path
