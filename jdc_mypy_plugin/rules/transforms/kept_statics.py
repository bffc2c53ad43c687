"""Static fields of which one branch writes a value out, ``s.replace(phase="hot")``, and another keeps the old one.

Nobody writes out the value that a field has already, unless the code shows that it may be the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    TypeInfo,
)

from ...model.classes import model_of
from ...model.constructors import arguments_of
from ...syntax import INDEX
from ...syntax.arguments import by_keyword
from ...syntax.functions import class_named, parameters
from ...syntax.names.flow import FLOW
from ...syntax.walk import descendants
from ..places import Loop
from .counted_statics import literal_of
from .given_statics import default_statics


def may_be_kept(name: str, value: Expression, owner: Expression, of: TypeInfo, site: Loop) -> bool:
    """Return whether the object in ``owner`` may have a value in a field already, as far as the module shows."""
    model, written = model_of(of), literal_of(value)
    default = None if model is None else default_statics(model).get(name)
    if default is value or _is_read_around(name, site) or _is_handed_on(owner, site):
        return True
    others = [literal_of(given) for given in _given(name, of, site) if given is not value]
    is_usual = default is not None and literal_of(default) == written and all(each == written for each in others)
    return is_usual or (written in others and not _is_parameter(owner, site))


def _is_read_around(name: str, site: Loop) -> bool:
    """Return whether the function around the branches reads or assigns the field of some object itself."""
    flow, index = FLOW.of(site.api.tree), INDEX.of(site.api.tree)
    around = flow.function_over(site.node)
    if around is None:
        return False
    body = index.inside(around)
    inside = {id(each) for one in (site.node, *body.expressions_of(LambdaExpr)) for each in descendants(one)}
    reads = (each for each in body.expressions_of(MemberExpr) if each.name == name and id(each) not in inside)
    return any(flow.function_over(each) is around for each in reads)


def _is_handed_on(owner: Expression, site: Loop) -> bool:
    """Return whether a call for its effect, as ``check(s)``, may ask for what the object has."""
    around = FLOW.of(site.api.tree).function_over(site.node)
    if around is None or not isinstance(owner, NameExpr):
        return False
    calls = (each.expr for each in INDEX.of(site.api.tree).inside(around).statements_of(ExpressionStmt))
    parts = (part for call in calls if not _is_of_jax(call) for part in descendants(call))
    return any(isinstance(part, NameExpr) and part.node is owner.node for part in parts)


def _is_of_jax(call: Expression) -> bool:
    callee = call.callee if isinstance(call, CallExpr) else None
    return isinstance(callee, RefExpr) and callee.fullname.startswith("jax.")


def _given(name: str, of: TypeInfo, site: Loop) -> Iterator[Expression]:
    """Yield the values that a module gives the field of objects and of copies, those in lambdas left out."""
    body = INDEX.of(site.api.tree).body
    in_lambdas = {id(each) for one in body.expressions_of(LambdaExpr) for each in descendants(one)}
    for call in body.expressions_of(CallExpr):
        made = class_named(call.callee)
        value = by_keyword(call, name) if made is None else arguments_of(call, of).get(name) if made is of else None
        if value is not None and id(value) not in in_lambdas:
            yield value
    for statement in body.statements_of(AssignmentStmt):
        if any(isinstance(each, MemberExpr) and each.name == name for each in statement.lvalues):
            yield statement.rvalue


def _is_parameter(owner: Expression, site: Loop) -> bool:
    """Return whether a variable is what a function at the top of the module, or a method, is given."""
    flow = FLOW.of(site.api.tree)
    around = flow.function_over(site.node)
    if (
        not isinstance(owner, NameExpr)
        or owner.node is None
        or around is None
        or owner.node not in parameters(around)
    ):
        return False
    return not flow.variables.writes_of(owner.node).positions and flow.function_around(around) is None
