"""Tracers that functions of other modules make of what they are given, and those of which they need the value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, MemberExpr, NameExpr
from mypy.types import Type

from ...model.functions import needing_functions
from ...model.functions.function_notes import note_of
from ...model.functions.said_values import ROW, Said, is_written_out, paths_in
from ...objects.functions_elsewhere import Elsewhere, function_elsewhere, nested_elsewhere
from ...objects.kept_objects import class_of_object
from ...syntax import INDEX
from ...syntax.arguments import bound, has_stars
from ...traced.types import class_with_fields
from .needed_values import BRANCH, STATIC
from .parts_of_objects import Given, NeedsOfCalls, PartsOfObjects, method_named

if TYPE_CHECKING:
    from ...traced.values import TracedValues

_CALL: Final = "__call__"
INSTEAD: Final = {
    needing_functions.BRANCH: BRANCH,
    needing_functions.SIZE: STATIC,
    needing_functions.NUMBER: "an array in its place, and functions of jax.numpy",
}
"""The advice for each kind of need."""


def made_elsewhere(call: Expression, item: int | None, values: TracedValues, api: TypeChecker) -> str | None:
    """Return the tracer of which a function or a method of another module makes its result, or an item of it.

    A property of an object counts too.
    """
    if isinstance(call, MemberExpr) and item is None:
        return _read(call, values, api)
    found = _called(call, values, api) if isinstance(call, CallExpr) and not has_stars(call) else None
    note = None if found is None else note_of(found.found.function)
    if found is None or note is None or not isinstance(call, CallExpr) or not is_written_out(note.result):
        return None
    said: Said = note.result if item is None else _item(note.result, item)
    given, parts = _given(call, found), PartsOfObjects(values.is_leaf, values.written, api)
    return next(filter(None, (_tracer(part[1:], given, parts, values) for part in paths_in(said))), None)


def _read(read: MemberExpr, values: TracedValues, api: TypeChecker) -> str | None:
    owner, parts = _whole(read.expr, values), PartsOfObjects(values.is_leaf, values.written, api)
    info = None if owner is None else class_with_fields(owner[1])
    method = None if info is None else method_named(info, read.name, api)
    if owner is None or method is None or INDEX.of(api.tree).position(method) is not None:
        return None
    return f"{owner[0]}.{read.name}" if parts.is_tracer(read.expr, owner[1], [read.name]) else None


def _item(said: Said, item: int) -> Said:
    return said[item + 1] if said[0] == ROW and 0 <= item < len(said) - 1 else ""


class _Called(NamedTuple):
    """A function of another module that a call runs, and the object of which it is a method."""

    found: Elsewhere
    receiver: Expression | None


class NeededElsewhere(NamedTuple):
    """A tracer of which a function of another module needs the value."""

    value: Expression
    """The argument that holds it."""
    path: str
    """How to write the tracer."""
    by: str
    """The name of the function."""
    kind: str
    """The code there, as the notes call it."""


def needed_elsewhere(call: CallExpr, values: TracedValues, api: TypeChecker) -> Iterator[NeededElsewhere]:
    """Yield the tracers that a call hands to a function or a method of another module which needs their value."""
    found = None if has_stars(call) else _called(call, values, api)
    if found is None:
        return
    given = _given(call, found)
    parts = PartsOfObjects(values.is_leaf, values.written, api)
    needs = NeedsOfCalls(parts).of(
        found.found.function, {name: _handed(each, values) for name, each in given.items()}
    )
    for kind, name, parameter, *attributes in needs:
        value = given.get(parameter)
        path = None if value is None else _needed((parameter, *attributes), given, parts, values)
        if value is not None and path is not None:
            yield NeededElsewhere(value, path, name, kind)


def _handed(value: Expression, values: TracedValues) -> Given:
    """Return an argument with its type, if it is an object that holds tracers."""
    owner = _whole(value, values)
    return Given(value, None if owner is None else owner[1])


def _whole(value: Expression, values: TracedValues) -> tuple[str, Type] | None:
    """Return how to write an object that holds tracers, and its type; that of a named tuple too."""
    found = values.object(value) or values.typed(value)
    return found if found is not None and class_with_fields(found[1]) is not None else None


def _needed(
    names: Sequence[str], given: Mapping[str, Expression], parts: PartsOfObjects, values: TracedValues
) -> str | None:
    return values.path(given[names[0]]) if len(names) == 1 else _tracer(names, given, parts, values)


def _called(call: CallExpr, values: TracedValues, api: TypeChecker) -> _Called | None:
    """Return the function or the method of another module that a call runs; ``obj()`` runs ``__call__``."""
    callee = call.callee
    for receiver, method in ((callee, _CALL), (callee.expr if isinstance(callee, MemberExpr) else None, None)):
        owner = None if receiver is None else _whole(receiver, values)
        info = None if owner is None else class_with_fields(owner[1])
        if info is not None:
            found = function_elsewhere(callee, info, api, method)
            return None if found is None else _Called(found, receiver)
    kept = class_of_object(callee.expr, api) if isinstance(callee, MemberExpr) else None
    function = values.function(callee)
    found = function_elsewhere(function, kept, api)
    nested = nested_elsewhere(function, api) if found is None and isinstance(function, NameExpr | CallExpr) else None
    if nested is not None:
        return _Called(Elsewhere(nested, [name for name in nested.arg_names if name is not None]), None)
    return None if found is None else _Called(found, None)


def _given(call: CallExpr, called: _Called) -> Mapping[str, Expression]:
    given = {name: value for value, name in bound(call, called.found.rest) if name is not None}
    if called.found.receiver is not None and called.receiver is not None:
        given[called.found.receiver] = called.receiver
    return given


def _tracer(
    names: Sequence[str], given: Mapping[str, Expression], parts: PartsOfObjects, values: TracedValues
) -> str | None:
    """Return how to write a tracer in a part of what a parameter is given."""
    value = given.get(names[0])
    if value is None or len(names) == 1:
        return None if value is None else values.path(value) or values.array(value)
    owner = _whole(value, values)
    is_tracer = owner is not None and parts.is_tracer(value, owner[1], names[1:])
    return ".".join((owner[0], *names[1:])) if owner is not None and is_tracer else None
