"""Expressions of other modules that mypy has no types of, so that no rule sees there what the run does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy.nodes import Expression, IndexExpr, MemberExpr, NameExpr

from ..syntax.names.flow import FLOW

if TYPE_CHECKING:
    from .machine import Machine

_RECEIVERS: Final = ("self", "cls")


def is_of_any(expression: Expression, machine: Machine) -> bool:
    """Return whether an expression is a parameter without annotation, or something in one, in the code that runs."""
    root = expression
    while isinstance(root, MemberExpr | IndexExpr):
        root = root.expr if isinstance(root, MemberExpr) else root.base
    function = FLOW.of(machine.home.tree).function_over(expression)
    if not isinstance(root, NameExpr) or function is None or root.name in _RECEIVERS:
        return False
    given = [each for each in function.arguments if each.variable.name == root.name]
    return any(each.type_annotation is None for each in given)
