"""Tracers that functions of other modules make of what they are given, and those of which they need the value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, MemberExpr
from mypy.types import Type

from ...model.function_notes import note_of
from ...model.returning_functions import AT, CALCULATED, ROW, Said, is_written_out
from ...syntax.arguments import bound, has_stars
from ..traced_names import NEVER
from ..traced_types import model_besides_none
from ..transforms.noted_results import Elsewhere, function_elsewhere

if TYPE_CHECKING:
    from ..traced_values import TracedValues


def made_elsewhere(call: Expression, item: int | None, values: TracedValues, api: TypeChecker) -> str | None:
    """Return the tracer of which a function or a method of another module makes its result, or an item of it."""
    found = _called(call, values, api) if isinstance(call, CallExpr) and not has_stars(call) else None
    note = None if found is None else note_of(found.function)
    if found is None or note is None or not isinstance(call, CallExpr) or not is_written_out(note.result):
        return None
    said: Said = note.result if item is None else _item(note.result, item)
    given = _given(call, found)
    parts = said[1:] if said[:1] == [CALCULATED] else [said] if said[:1] == [AT] else []
    return next(filter(None, (_tracer(part[1:], given, values) for part in parts)), None)


def _item(said: Said, item: int) -> Said:
    return said[item + 1] if said[0] == ROW and 0 <= item < len(said) - 1 else ""


def needed_elsewhere(call: CallExpr, api: TypeChecker) -> Iterator[tuple[Expression, str]]:
    """Yield the arguments of which a function of another module needs the value, with its name."""
    found = None if has_stars(call) else function_elsewhere(call.callee, None, api)
    note = None if found is None else note_of(found.function)
    if found is not None and note is not None:
        given = _given(call, found)
        yield from ((given[name], found.function.name) for name in note.needs if name in given)


def _called(call: CallExpr, values: TracedValues, api: TypeChecker) -> Elsewhere | None:
    owner = values.object(call.callee.expr) if isinstance(call.callee, MemberExpr) else None
    model = None if owner is None else model_besides_none(owner[1])
    return function_elsewhere(call.callee, None if model is None else model.info, api)


def _given(call: CallExpr, found: Elsewhere) -> Mapping[str, Expression]:
    given = {name: value for value, name in bound(call, found.rest) if name is not None}
    if found.receiver is not None and isinstance(call.callee, MemberExpr):
        given[found.receiver] = call.callee.expr
    return given


def _tracer(names: Sequence[str], given: Mapping[str, Expression], values: TracedValues) -> str | None:
    """Return how to write a tracer in a part of what a parameter is given."""
    value = given.get(names[0])
    if value is None or len(names) == 1:
        return None if value is None else values.path(value) or values.array(value)
    owner = values.object(value)
    kind: Type | None = None if owner is None else owner[1]
    for name in names[1:]:
        model = None if kind is None else model_besides_none(kind)
        is_data = model is not None and name in model.fields and model.role_of(name) == "data"
        is_given = (value.line, value.column) < values.written.get(name, NEVER)
        kind = model.type_of(name) if model is not None and is_data and is_given else None
    return None if owner is None or kind is None or not values.is_leaf(kind) else ".".join((owner[0], *names[1:]))
