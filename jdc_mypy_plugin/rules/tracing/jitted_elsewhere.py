"""``jdc-concrete`` in functions of other modules that ``jax.jit(steps.rollout)`` is given.

Their code is not at hand; the notes of their module tell of which parts of their parameters they need the value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mypy.nodes import CallExpr, Expression, MemberExpr
from mypy.types import Type

from jdc_spec.rules import CONCRETE

from ...host.diagnostics import Diagnostic
from ...model.function_notes import note_of
from ...syntax.functions import class_named
from ..chosen_transformations import may_be_left_out
from ..eager_functions import is_apart
from ..jitted_functions import Jitted, is_marked, static_parameters
from ..places import JITTED_FUNCTION, asked
from ..traced_types import is_traced_leaf
from ..transforms.noted_results import Elsewhere, function_elsewhere
from .concrete import INSTEAD
from .parts_of_objects import Given, NeedsOfCalls, Parts


@asked(CONCRETE, at=JITTED_FUNCTION)
def check(each: Jitted) -> Iterator[Diagnostic]:
    """Report the function where it is handed over, for the first value that it needs."""
    call, static = each.call, static_parameters(each)
    if not isinstance(call, CallExpr) or not call.args or static is None or is_apart(call, each.api.tree):
        return
    found = _function(call.args[0], each)
    note = None if found is None else note_of(found.function)
    if found is None or note is None or may_be_left_out(call, found.function, each.api.tree):
        return
    traced = _traced_types(static, each)
    parts = Parts(is_traced_leaf, {}, each.api)
    given = {name: Given(call.args[0], kind) for name, kind in traced.items()}
    for kind, by, parameter, *attributes in NeedsOfCalls(parts).of(found.function, given):
        if parameter in traced and parts.is_tracer(call.args[0], traced[parameter], attributes):
            path = ".".join((parameter, *attributes))
            yield Diagnostic(
                CONCRETE,
                f'"{by}" needs the value of "{path}", which is a tracer under {each.jit}: it raises an error of JAX '
                f'when "{found.function.name}" is traced; use {INSTEAD[kind]}',
                call.args[0],
            )
            return


def _function(given: Expression, each: Jitted) -> Elsewhere | None:
    """Return the function of another module that an expression names, ``Grid.cells`` too."""
    owner = class_named(given.expr) if isinstance(given, MemberExpr) else None
    return function_elsewhere(given, owner, each.api)


def _traced_types(static: frozenset[int], each: Jitted) -> Mapping[str, Type]:
    """Return the types of the parameters that each call fills, and jit replaces by tracers."""
    function = each.function
    named = zip(function.arg_names, function.arg_kinds, function.arg_types, strict=True)
    return {
        name: declared
        for index, (name, kind, declared) in enumerate(named)
        if name is not None and kind.is_required() and index not in static and not is_marked(each, index)
    }
