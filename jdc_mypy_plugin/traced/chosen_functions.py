"""Functions that are called by another name: an item of a dict, ``MOVES["up"](state)``, or a parameter.

A parameter is known where the call that is followed gives it a function, or all calls of a function inside give one.
"""

from __future__ import annotations

from collections.abc import Mapping

from mypy.nodes import CallExpr, Expression, FuncDef, IndexExpr, LambdaExpr, MypyFile, NameExpr, Var

from ..syntax import INDEX
from ..syntax.arguments import bound, has_stars
from ..syntax.names.flow import FLOW
from ..syntax.names.references import REFERENCES
from ..syntax.values.kept_dicts import kept_item
from .functions import TracedFunction


def chosen_function(callee: Expression, site: TracedFunction) -> Expression:
    """Return the name of the function that is called, or the lambda; ``callee`` itself where that is unknown."""
    if isinstance(callee, IndexExpr):
        written = kept_item(callee, site.api.tree)
        return written if written is not None and _is_function(written) else callee
    variable = callee.node if isinstance(callee, NameExpr) else None
    found = function_of_parameter(variable, site) if isinstance(variable, Var) else None
    return callee if found is None else found


def function_of_parameter(variable: Var, site: TracedFunction) -> Expression | None:
    """Return the only function that a parameter may hold."""
    if FLOW.of(site.api.tree).variables.writes_of(variable).positions:
        return None
    return site.functions.get(variable) or _given_by_calls(variable, site)


def functions_given(call: Expression, definition: FuncDef, site: TracedFunction) -> Mapping[Var, Expression]:
    """Return the parameters of a function that a call gives functions."""
    if not isinstance(call, CallExpr) or not isinstance(call.callee, NameExpr) or has_stars(call):
        return {}
    variables = {each.variable.name: each.variable for each in definition.arguments}
    given = ((name, chosen_function(value, site)) for value, name in bound(call, list(variables)))
    return {variables[name]: value for name, value in given if name in variables and _is_function(value)}


def _given_by_calls(variable: Var, site: TracedFunction) -> Expression | None:
    """Return the function that each use of a function in the traced one gives a parameter."""
    functions = site.body.statements_of(FuncDef)
    around = (each for each in functions if any(argument.variable is variable for argument in each.arguments))
    function = next(around, None)
    if function is None:
        return None
    values = [
        _given(use, variable, function, site.api.tree) for use in REFERENCES.of(site.api.tree).get(function, ())
    ]
    first = values[0] if values else None
    is_one = first is not None and all(each is not None and _is_same(each, first) for each in values)
    return first if is_one else None


def _given(use: NameExpr, variable: Var, function: FuncDef, tree: MypyFile) -> Expression | None:
    call = INDEX.of(tree).parent(use)
    if not isinstance(call, CallExpr) or call.callee is not use or has_stars(call):
        return None
    names = [each.variable.name for each in function.arguments]
    given = {name: value for value, name in bound(call, names)}.get(variable.name)
    return given if given is not None and _is_function(given) else None


def _is_same(one: Expression, other: Expression) -> bool:
    return one is other or (isinstance(one, NameExpr) and isinstance(other, NameExpr) and one.node is other.node)


def _is_function(value: Expression) -> bool:
    return isinstance(value, LambdaExpr) or (isinstance(value, NameExpr) and isinstance(value.node, FuncDef))
