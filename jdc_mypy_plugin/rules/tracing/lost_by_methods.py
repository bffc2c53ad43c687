"""``jdc-lost-mutation``: a traced function ends with a method that changes an argument, ``noise.draw()``.

The method changes the copy that the function is given, as an assignment in the function itself would.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, FuncDef, MemberExpr, Var
from mypy.types import Type

from jdc_spec.rules import LOST_MUTATION

from ...host.diagnostics import Diagnostic
from ...model.subclasses_in_sight import is_overridden
from ...syntax.ranges import position_of, range_of
from ...traced.functions import TracedFunction, bound_again
from ...transformed.given_functions import is_here
from ...typefacts.instances import sole_instance
from ..places import TRACED_FUNCTION, asked
from .argument_writes import ArgumentNames, escapes, is_read_after, mutable_fields, writes_of
from .read_by_callers import is_read_by_callers, keeps_no_object
from .reading_methods import LATER, methods_before


@asked(LOST_MUTATION, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report the last call of such a method, if nothing in the function looks at the object below."""
    for variable, declared in () if site.callers else site.copied.items():
        fields = mutable_fields(declared, site.api.tree)
        calls = list(_calls(site, variable)) if fields else []
        if not calls or variable in bound_again(site.body) or keeps_no_object(site, variable):
            continue
        last = max(calls, key=position_of)
        method = _method(last, declared, site)
        changed = None if method is None else _changed(method, variable, fields, site)
        if method is not None and changed is not None and _is_last(last, variable, {*fields, method.name}, site):
            message = (
                f'the change of "{variable.name}.{changed}" by "{method.name}" is lost: {site.by} calls '
                f'"{site.definition.name}" with a copy of "{variable.name}", and the caller\'s object keeps its old '
                "value; return the changed object, or the value"
            )
            yield Diagnostic(LOST_MUTATION, message, last)


def _calls(site: TracedFunction, variable: Var) -> Iterator[CallExpr]:
    """Yield the calls of methods of an argument."""
    for call in site.body.expressions_of(CallExpr):
        if isinstance(call.callee, MemberExpr) and getattr(call.callee.expr, "node", None) is variable:
            yield call


def _method(call: CallExpr, declared: Type, site: TracedFunction) -> FuncDef | None:
    """Return the method of the module that a call runs for certain."""
    instance = sole_instance(declared)
    name = call.callee.name if isinstance(call.callee, MemberExpr) else ""
    symbol = None if instance is None else instance.type.get(name)
    node = None if symbol is None else symbol.node
    if instance is None or not isinstance(node, FuncDef) or not node.info or not is_here(node, site.api):
        return None
    is_usual = not (node.is_static or node.is_class or node.is_coroutine or node.is_generator)
    is_plain = bool(node.arguments) and is_usual
    return node if is_plain and not is_overridden(instance.type, name, site.api) else None


def _changed(method: FuncDef, variable: Var, fields: set[str], site: TracedFunction) -> str | None:
    """Return a field that a method assigns to without using the new value itself, or that callers then read."""
    receiver = method.arguments[0].variable
    inside = site._replace(definition=method, traced={receiver: site.copied[variable]}, passed={})
    if receiver in bound_again(inside.body):
        return None
    names = ArgumentNames(inside, receiver)
    writes = [each for each in writes_of(inside, names) if each.name in fields]
    if escapes(inside, names, fields):
        return None
    if any(is_read_after(inside, names, each) for each in writes):
        writes = [each for each in writes if is_read_by_callers(site, variable, each.name, drop_result=True)]
    return writes[0].name if writes else None


def _is_last(call: CallExpr, variable: Var, used: set[str], site: TracedFunction) -> bool:
    """Return whether a call comes after all other uses of an object, which is used for a few attributes alone."""
    names, (start, end) = ArgumentNames(site, variable), range_of(call)
    parts = (*site.body.statements, *site.body.expressions)
    reading = methods_before(site, names, site.copied[variable], start)
    if escapes(site, names, used | reading) or any(isinstance(each, LATER) for each in parts):
        return False
    called = {each.callee for each in _calls(site, variable)}
    for each in site.body.expressions_of(MemberExpr):
        is_bound = isinstance(call.callee, MemberExpr) and each.name == call.callee.name and each not in called
        if names.has(each) and each is not call.callee and (is_bound or position_of(each) >= end):
            return False
    return True
