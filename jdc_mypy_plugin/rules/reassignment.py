"""Mends that write ``x = ...``: the names for which that gives the code below the new value, and breaks nothing."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentStmt, Context, FuncDef, NameExpr, Var

from ..syntax import INDEX
from ..syntax.body import Body
from ..syntax.names.targets import By, targets, unpacked


def is_own(name: NameExpr, api: TypeChecker) -> bool:
    """Return whether a name is an assignable variable of the function at hand, or of the module outside functions.

    Elsewhere ``x = ...`` makes a new local variable, which has no value yet where the right side reads it. Names that
    a loop, a ``with`` or a ``match`` binds do not count: others hold the object too, and would keep the old one.
    """
    body, variable, function = _scope(api), name.node, api.scope.current_function()
    if body is None or not isinstance(variable, Var) or variable.is_self or variable.is_final:
        return False
    bindings = [
        target.by
        for statement in body.outside_definitions()
        for target in targets(statement)
        for each in unpacked(target.expression)
        if isinstance(each, NameExpr) and each.node is variable
    ]
    is_parameter = function is not None and any(each.variable is variable for each in function.arguments)
    return (bool(bindings) or is_parameter) and all(by in (By.ASSIGN, By.UPDATE) for by in bindings)


def is_read_below(name: NameExpr, statement: Context, api: TypeChecker) -> bool:
    """Return whether the function at hand, or the module, reads the variable of a name after a statement."""
    body = _scope(api)
    if body is None:
        return False
    assigned = {
        each
        for statement in body.statements_of(AssignmentStmt)
        for target in statement.lvalues
        for each in unpacked(target)
    }
    end = statement.end_line or statement.line, statement.end_column or statement.column
    names = (each for each in body.expressions_of(NameExpr) if each.node is name.node and each not in assigned)
    return any((each.line, each.column) >= end for each in names)


def _scope(api: TypeChecker) -> Body | None:
    """Return the body of the function at hand, or the module; None in the body of a class and in a lambda."""
    index, function = INDEX.of(api.tree), api.scope.current_function()
    if api.scope.active_class() is not None:
        return None
    if function is None:
        return index.body
    return index.inside(function) if isinstance(function, FuncDef) else None
