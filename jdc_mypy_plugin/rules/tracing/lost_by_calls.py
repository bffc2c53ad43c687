"""``jdc-lost-mutation``: a traced function hands an argument to a function that does nothing but change it.

The function may be in another module, and a method of the argument. It changes the copy that the traced function is
given, as an assignment there would.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mypy.nodes import (
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    MemberExpr,
    NameExpr,
    RefExpr,
    Var,
)

from jdc_spec.rules import LOST_MUTATION

from ...host.diagnostics import Diagnostic
from ...model.functions.function_notes import note_of
from ...model.subclasses_in_sight import is_overridden_in_sight
from ...objects.patched_functions import is_replaced
from ...syntax.arguments import bound, has_stars
from ...syntax.ranges import position_of, range_of
from ...traced.functions import TracedFunction, bound_again
from ...typefacts.instances import sole_instance
from ..places import TRACED_FUNCTION, asked
from .argument_writes import ArgumentNames, escapes, mutable_fields
from .lost_by_methods import check as check_methods
from .read_by_callers import keeps_no_object
from .reading_methods import LATER, methods_before


class _Change(NamedTuple):
    """A call that does nothing but change an argument."""

    call: CallExpr
    name: str
    """The name of the function."""
    given: Expression
    """The argument as the call has it."""
    fields: tuple[str, ...]


@asked(LOST_MUTATION, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report the last call of such a function, if nothing in the traced one looks at the object below."""
    if site.callers or any(isinstance(each, LATER) for each in (*site.body.statements, *site.body.expressions)):
        return
    for variable, declared in site.copied.items():
        fields = mutable_fields(declared, site.api.tree)
        changes = list(_changes(site, variable, fields)) if fields else []
        if not changes or variable in bound_again(site.body) or keeps_no_object(site, variable):
            continue
        last = max(changes, key=lambda each: position_of(each.call))
        if _is_last(last, changes, variable, fields, site) and not any(check_methods(site)):
            message = (
                f'the change of "{variable.name}.{last.fields[0]}" by "{last.name}" is lost: {site.by} calls '
                f'"{site.definition.name}" with a copy of "{variable.name}", and the caller\'s object keeps its old '
                "value; return the changed object, or the value"
            )
            yield Diagnostic(LOST_MUTATION, message, last.call)


def _changes(site: TracedFunction, variable: Var, fields: set[str]) -> Iterator[_Change]:
    for statement in site.body.statements_of(ExpressionStmt):
        call = statement.expr
        if not isinstance(call, CallExpr) or has_stars(call):
            continue
        change = _by_method(call, site, variable) or _by_function(call, site, variable)
        if change is not None and fields.issuperset(change.fields):
            yield change


def _by_method(call: CallExpr, site: TracedFunction, variable: Var) -> _Change | None:
    """Return how a method of an object changes it."""
    callee = call.callee
    receiver = callee.expr if isinstance(callee, MemberExpr) else None
    if not isinstance(callee, MemberExpr) or not isinstance(receiver, NameExpr) or receiver.node is not variable:
        return None
    instance = sole_instance(site.copied[variable])
    symbol = None if instance is None else instance.type.get(callee.name)
    method = None if symbol is None else symbol.node
    if instance is None or not isinstance(method, FuncDef) or not method.arg_names:
        return None
    is_other = is_replaced(method, site.api.tree) or is_overridden_in_sight(instance.type, callee.name, site.api)
    note = None if is_other else note_of(method)
    changed = () if note is None else tuple(note.changes.get(method.arg_names[0] or "", ()))
    return _Change(call, callee.name, receiver, changed) if changed else None


def _by_function(call: CallExpr, site: TracedFunction, variable: Var) -> _Change | None:
    """Return how a function changes an object that it is given."""
    function = call.callee.node if isinstance(call.callee, RefExpr) else None
    given = [each for each in call.args if isinstance(each, NameExpr) and each.node is variable]
    if not isinstance(function, FuncDef) or function.info or len(given) != 1:
        return None
    note = None if is_replaced(function, site.api.tree) else note_of(function)
    name = next((name for value, name in bound(call, function.arg_names) if value is given[0]), None)
    changed = () if note is None or name is None else tuple(note.changes.get(name, ()))
    return _Change(call, function.name, given[0], changed) if changed else None


def _is_last(last: _Change, changes: list[_Change], variable: Var, fields: set[str], site: TracedFunction) -> bool:
    """Return whether a call comes after all uses of what it changes in an object used for its fields alone."""
    names = ArgumentNames(site, variable)
    callees = {each.call.callee for each in changes}
    names.harmless.update(each.given for each in changes)
    start, end = range_of(last.call)
    if escapes(site, names, fields | methods_before(site, names, site.copied[variable], start)):
        return False
    others = fields.difference(*(each.fields for each in changes))
    used = (each for each in site.body.expressions_of(MemberExpr) if names.has(each) and each not in callees)
    return all(position_of(each) < end or each.name in others for each in used)
