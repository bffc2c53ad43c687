"""Parameters that are declared lists, tuples or dicts, and that the module gives arrays: the declaration is wrong."""

from __future__ import annotations

from mypy.nodes import CallExpr, Decorator, FuncDef, MemberExpr, MypyFile, NameExpr, Var

from ...evaluate import Evaluator, Origin
from ...syntax import INDEX
from ...syntax.arguments import bound


def is_given_array(variable: Var, module: MypyFile, evaluator: Evaluator) -> bool:
    """Return whether a call of the module gives an array for a parameter: ``chosen(i, jnp.ones((3, 2)))``."""
    body = INDEX.of(module).body
    functions = (*body.statements_of(FuncDef), *(each.func for each in body.statements_of(Decorator)))
    function = next((each for each in functions if any(a.variable is variable for a in each.arguments)), None)
    if function is None:
        return False
    names = function.arg_names[1:] if function.info and not function.is_static else function.arg_names
    calls = (each for each in body.expressions_of(CallExpr) if isinstance(each.callee, NameExpr | MemberExpr))
    given = (
        value
        for call in calls
        if isinstance(call.callee, NameExpr | MemberExpr) and call.callee.name == function.name
        for value, parameter in bound(call, names)
        if parameter == variable.name
    )
    return any(evaluator.evaluate(value).origin is Origin.ARRAY for value in given)
