"""Parameters that a function binds again to copies of themselves alone: ``state = state.replace(step=1)``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mypy.nodes import AssignmentStmt, CallExpr, Expression, MemberExpr, NameExpr, RefExpr, TypeInfo, Var
from mypy.types import Type

from ..libraries.registry import REPLACE_FUNCTIONS
from ..model.replacing import REPLACE, adds_replace
from ..syntax.arguments import has_stars
from ..syntax.body import Body
from ..syntax.ranges import Position
from ..typefacts.instances import sole_instance


class NewValue(NamedTuple):
    """A field, and what a copy holds in it."""

    field: str
    value: Expression


def new_values(
    body: Body, declared: Mapping[Var, Type], bindings: Mapping[object, Sequence[Position]]
) -> Mapping[Var, Sequence[NewValue]]:
    """Return what the copies hold that are the only other values of a variable, by the variable."""
    found: defaultdict[Var, list[Sequence[NewValue]]] = defaultdict(list)
    for statement in body.statements_of(AssignmentStmt):
        target = statement.lvalues[0]
        variable = target.node if isinstance(target, NameExpr) and len(statement.lvalues) == 1 else None
        if isinstance(variable, Var) and variable in declared:
            instance = sole_instance(declared[variable])
            made = None if instance is None else _replaced(statement.rvalue, variable, instance.type)
            if made is not None:
                found[variable].append(made)
    return {
        variable: [each for copy in copies for each in copy]
        for variable, copies in found.items()
        if len(copies) == len(bindings.get(variable, ()))
    }


def _replaced(value: Expression, variable: Var, info: TypeInfo) -> Sequence[NewValue] | None:
    """Return the new values of ``variable.replace(...)`` or ``dataclasses.replace(variable, ...)``."""
    if not isinstance(value, CallExpr) or has_stars(value):
        return None
    callee, given = value.callee, value.args
    if isinstance(callee, RefExpr) and callee.fullname in REPLACE_FUNCTIONS:
        copied = given[0] if given else None
    else:
        is_method = isinstance(callee, MemberExpr) and callee.name == REPLACE and adds_replace(info)
        copied = callee.expr if is_method and isinstance(callee, MemberExpr) else None
    if not isinstance(copied, NameExpr) or copied.node is not variable:
        return None
    return [NewValue(name, each) for name, each in zip(value.arg_names, given, strict=True) if name is not None]
