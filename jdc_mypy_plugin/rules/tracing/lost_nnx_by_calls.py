"""``jdc-lost-mutation``: a function under `jax.jit` calls an object of `flax.nnx` that changes itself, ``model(x)``.

The call changes a copy of the object. It is reported where a caller reads afterwards what the call has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    Var,
)
from mypy.types import Type

from jdc_spec.rules import LOST_MUTATION

from ...host.diagnostics import Diagnostic
from ...model.classes import model_of
from ...syntax import INDEX
from ...syntax.functions import returned_by
from ...syntax.ranges import position_of
from ...traced.functions import TracedFunction, bound_again
from ...transformed.function_expressions import method_of
from ...typefacts.instances import sole_instance
from ..places import TRACED_FUNCTION, asked
from .lost_nnx_updates import attribute_written, changed_object, is_attribute, is_nnx, may_last, sentence
from .read_by_callers import is_read_by_callers

_CALL: Final = "__call__"


@asked(LOST_MUTATION, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report the first such call of an argument whose new state does not leave the function."""
    kinds = {variable: kind for variable, kind in site.traced.items() if site.by.startswith("jax.") and is_nnx(kind)}
    for variable, kind in kinds.items():
        calls = sorted(_calls(site, variable), key=position_of)
        found = next(((call, name) for call in calls for name in _changed(call, kind, site)), None)
        if found is None or may_last(site) or variable in bound_again(site.body):
            continue
        call, name = found
        if is_read_by_callers(site, variable, name) and not _may_leave(variable, name, call, site):
            yield Diagnostic(LOST_MUTATION, sentence(site, variable.name), call)


def _calls(site: TracedFunction, variable: Var) -> Iterator[CallExpr]:
    """Yield the calls of an object and of its methods."""
    for call in site.body.expressions_of(CallExpr):
        owner = call.callee.expr if isinstance(call.callee, MemberExpr) else call.callee
        if isinstance(owner, NameExpr) and owner.node is variable:
            yield call


def _changed(call: CallExpr, kind: Type, site: TracedFunction) -> Iterator[str]:
    """Yield the attributes of its object that a method of the module writes each time it runs."""
    instance = sole_instance(kind)
    if instance is None or model_of(instance.type) is not None:  # one of a dataclass is judged as such
        return
    name = call.callee.name if isinstance(call.callee, MemberExpr) else _CALL
    method = method_of(instance.type, name, site.api)
    if method is None or method.arguments[0].variable in bound_again(INDEX.of(site.api.tree).inside(method)):
        return
    for target in _always_written(method):
        owner = changed_object(target)
        if owner is not None and owner.node is method.arguments[0].variable:
            yield attribute_written(target)


def _always_written(method: FuncDef) -> Iterator[Expression]:
    """Yield the targets of assignments that are in no branch, and before any ``return`` that may end the method."""
    for statement in method.body.body:
        if isinstance(statement, OperatorAssignmentStmt):
            yield statement.lvalue
        elif isinstance(statement, AssignmentStmt):
            yield from statement.lvalues
        elif returned_by([statement]):
            return


def _may_leave(variable: Var, name: str, call: CallExpr, site: TracedFunction) -> bool:
    """Return whether a function does more with an object than to call it and to read other attributes."""
    index = INDEX.of(site.api.tree)
    for each in site.body.expressions_of(NameExpr):
        parent = index.parent(each) if each.node is variable else None
        is_called = isinstance(parent, CallExpr) and parent.callee is each
        is_other = isinstance(parent, MemberExpr) and parent.name != name and is_attribute(parent, variable, site)
        is_method = isinstance(parent, MemberExpr) and index.parent(parent) is call
        if each.node is variable and not (is_called or is_method or is_other):
            return True
    return False
