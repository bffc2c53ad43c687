"""Attributes of an argument that the callers of a traced function read after the call, as if it had changed them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mypy.nodes import CallExpr, Decorator, Expression, ExpressionStmt, MemberExpr, MypyFile, NameExpr, Node, Var

from ...syntax import INDEX
from ...syntax.arguments import bound
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import members, targets
from ...syntax.values.later_uses import uses_after
from ...traced.functions import TracedFunction
from ...transformed.made_functions import calls_of_made
from ..cached_properties import STATIC_PARTS
from ..use.method_calls import method_calls


def is_read_by_callers(site: TracedFunction, variable: Var, name: str, *, drop_result: bool = False) -> bool:
    """Return whether the module calls a function and then reads an attribute of what it has given a parameter.

    Nothing in between may have written the attribute. ``drop_result`` asks for callers that take no result.
    """
    given = [each for each in arguments_for(site, variable) if isinstance(each, NameExpr)]
    counted = [each for each in given if not drop_result or _drops_result(each, site.api.tree)]
    return any(_is_read_after(each, name, given, site.api.tree) for each in counted)


def _drops_result(given: NameExpr, tree: MypyFile) -> bool:
    """Return whether the call that is given an object, or is a method of it, is a statement of its own."""
    statement = FLOW.of(tree).statement_of(given)
    call = statement.expr if isinstance(statement, ExpressionStmt) else None
    if not isinstance(call, CallExpr):
        return False
    return given in call.args or (isinstance(call.callee, MemberExpr) and call.callee.expr is given)


def _is_read_after(given: NameExpr, name: str, others: Sequence[NameExpr], tree: MypyFile) -> bool:
    statement = FLOW.of(tree).statement_of(given)
    written = (each for target in targets(statement) for each in members(target.expression)) if statement else ()
    if any(each.name == name for each in written):
        return False
    for use in uses_after(given, tree):
        field = INDEX.of(tree).parent(use)
        if isinstance(field, MemberExpr) and field.name == name:
            return not INDEX.of(tree).is_written(field) and not _is_static_part(INDEX.of(tree).parent(field))
        is_called = isinstance(field, MemberExpr) and isinstance(INDEX.of(tree).parent(field), CallExpr)
        if use not in others and (is_called or not isinstance(field, MemberExpr)):
            return False
    return False


def _is_static_part(around: Node | None) -> bool:
    """Return whether code takes the shape or dtype of an array alone, which most changes keep."""
    return isinstance(around, MemberExpr) and around.name in STATIC_PARTS


def keeps_no_object(site: TracedFunction, variable: Var) -> bool:
    """Return whether the module calls a function with objects that it makes for the call alone."""
    given = list(arguments_for(site, variable))
    return bool(given) and all(isinstance(each, CallExpr) for each in given)


def arguments_for(site: TracedFunction, variable: Var) -> Iterator[Expression]:
    """Yield what calls of the function give a parameter."""
    names = [each.variable.name for each in site.definition.arguments]
    if not isinstance(site.at, Decorator) or not site.definition.info:
        for call in calls_of_made(site.at, site.api.tree):
            yield from (value for value, name in bound(call, names) if name == variable.name)
        return
    for call, _ in method_calls(site):
        if isinstance(call.callee, MemberExpr) and variable is site.definition.arguments[0].variable:
            yield call.callee.expr
        yield from (value for value, name in bound(call, names[1:]) if name == variable.name)
