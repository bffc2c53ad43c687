"""``jdc-concrete``: Python needs the value of something that is a tracer.

``if``, ``while``, ``range``, ``int`` and shapes take values; under a transformation every data field is a tracer,
a number too (https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, Expression, FuncDef, LambdaExpr, NameExpr

from jdc_spec.rules import CONCRETE

from ...host.diagnostics import Diagnostic
from ...syntax.expected_failures import is_tried
from ..eager_functions import is_run_apart
from ..places import TRACED_FUNCTION, asked
from ..traced_functions import TracedFunction
from ..traced_values import TracedValues
from .needed_values import Need, needed_values

_CAUGHT: Final = (
    "Exception",
    "ConcretizationTypeError",
    "IndexError",
    "NonConcreteBooleanIndexError",
    "TracerArrayConversionError",
    "TracerBoolConversionError",
    "TracerIntegerConversionError",
    "TypeError",
)


@asked(CONCRETE, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report tracers where Python needs a value."""
    if not site.is_abstract:
        return
    values = TracedValues(site)
    if not values:
        return
    if is_run_apart(site.definition, site.api.tree):
        return
    inner = _ranges_of_inner_functions(site)
    guarded = _guarded(site, values)
    told: set[Expression] = set()
    for need in needed_values(site):
        path = None if need.value in told else _path(need, values)
        if path is None or path in guarded or any(first <= need.value.line <= last for first, last in inner):
            continue
        if need.array is not None and values.array(need.array) is None:
            continue
        if any(is_tried(need.value, site.api.tree, error) for error in _CAUGHT):
            continue
        told.add(need.value)
        yield Diagnostic(
            CONCRETE,
            f'{need.by} needs the value of "{path}", which is a tracer under {site.by}: it raises an error of JAX '
            f'when "{site.definition.name}" is traced; use {need.instead}',
            need.value,
        )


def _path(need: Need, values: TracedValues) -> str | None:
    """Return how to write the tracer of which a value is needed."""
    if need.kind == "array":
        return values.array(need.value)
    path = values.path(need.value)
    if path is None and need.kind in ("number", "shape"):
        path = values.tree(need.value)
    return values.sizes(need.value) if path is None and need.kind == "shape" else path


def _guarded(site: TracedFunction, values: TracedValues) -> set[str]:
    """Return the tracers whose type the function asks for: it may know that they are none."""
    found: set[str] = set()
    for call in site.body.expressions_of(CallExpr):
        if isinstance(call.callee, NameExpr) and call.callee.name in ("isinstance", "type", "is_concrete", "hasattr"):
            found.update(
                path for each in call.args[:1] if (path := values.path(each) or values.tree(each)) is not None
            )
    return found


def _ranges_of_inner_functions(site: TracedFunction) -> list[tuple[int, int]]:
    """Return the lines of functions inside, which callbacks may run outside of the trace."""
    inner = [*site.body.statements_of(FuncDef), *site.body.expressions_of(LambdaExpr)]
    return [(each.line, each.end_line or each.line) for each in inner]
