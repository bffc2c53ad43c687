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
    copy = copy_made(value)
    if copy is None or not isinstance(copy.copied, NameExpr) or copy.copied.node is not variable:
        return None
    return copy.values if copy.is_function or adds_replace(info) else None


class Copy(NamedTuple):
    """A call that copies an object with other values in some fields."""

    copied: Expression
    values: Sequence[NewValue]
    is_function: bool
    """False for a method, which may be any method where the class has one of that name."""


def copy_made(value: Expression) -> Copy | None:
    """Return what ``x.replace(...)`` and ``dataclasses.replace(x, ...)`` copy, with the new values."""
    if not isinstance(value, CallExpr) or has_stars(value):
        return None
    callee, given = value.callee, value.args
    is_function = isinstance(callee, RefExpr) and callee.fullname in REPLACE_FUNCTIONS
    if is_function:
        copied = given[0] if given else None
    else:
        copied = callee.expr if isinstance(callee, MemberExpr) and callee.name == REPLACE else None
    named = zip(value.arg_names, given, strict=True)
    values = [NewValue(name, each) for name, each in named if name is not None]
    return None if copied is None else Copy(copied, values, is_function)
