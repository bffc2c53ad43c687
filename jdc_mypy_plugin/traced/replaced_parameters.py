"""Parameters that a function binds again to copies of themselves alone: ``state = state.replace(step=1)``.

A method that does nothing but return such a copy makes one too: ``state = state.stepped()``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    RefExpr,
    ReturnStmt,
    TypeInfo,
    Var,
)
from mypy.types import Type

from ..libraries.registry import REPLACE_FUNCTIONS
from ..model.replacing import REPLACE, adds_replace
from ..model.subclasses_in_sight import is_overridden
from ..syntax.arguments import has_stars
from ..syntax.body import Body
from ..syntax.ranges import Position
from ..syntax.values.parts import steps
from ..transformed.given_functions import is_here
from ..typefacts.instances import sole_instance
from ..typefacts.mutable import is_frozen


class NewValue(NamedTuple):
    """A field, and what a copy holds in it."""

    field: str
    value: Expression


class Copies(NamedTuple):
    """The fields of the copies that are the only other values of variables."""

    values: Mapping[Var, Sequence[NewValue]]
    receivers: Mapping[Var, Var]
    """The first parameters of the methods that make some of them, each with the variable that it stands for."""


def new_values(
    body: Body, declared: Mapping[Var, Type], bindings: Mapping[object, Sequence[Position]], api: TypeChecker
) -> Copies:
    """Return what the copies hold that are the only other values of a variable, by the variable."""
    found: defaultdict[Var, list[Sequence[NewValue]]] = defaultdict(list)
    receivers: dict[Var, Var] = {}
    for statement in body.statements_of(AssignmentStmt):
        target = statement.lvalues[0]
        variable = target.node if isinstance(target, NameExpr) and len(statement.lvalues) == 1 else None
        instance = sole_instance(declared[variable]) if isinstance(variable, Var) and variable in declared else None
        if not isinstance(variable, Var) or instance is None:
            continue
        made = _replaced(statement.rvalue, variable, instance.type)
        method = None if made is not None else _method_called(statement.rvalue, variable, instance.type, api)
        if method is not None and method.arguments[0].variable not in declared:
            receiver = method.arguments[0].variable
            returned = steps(method)[0]
            is_alone = receivers.setdefault(receiver, variable) is variable
            value = returned.expr if is_alone and isinstance(returned, ReturnStmt) else None
            made = None if value is None else _replaced(value, receiver, instance.type)
        if made is not None:
            found[variable].append(made)
    values = {
        variable: [each for copy in copies for each in copy]
        for variable, copies in found.items()
        if len(copies) == len(bindings.get(variable, ()))
    }
    return Copies(values, {receiver: variable for receiver, variable in receivers.items() if variable in values})


def _method_called(value: Expression, variable: Var, info: TypeInfo, api: TypeChecker) -> FuncDef | None:
    """Return the method that ``variable.stepped()`` runs, if it is of the module and no more than one statement."""
    callee = value.callee if isinstance(value, CallExpr) else None
    if (
        not isinstance(callee, MemberExpr)
        or not isinstance(callee.expr, NameExpr)
        or callee.expr.node is not variable
    ):
        return None
    symbol = info.get(callee.name)
    method = None if symbol is None else symbol.node
    if not isinstance(method, FuncDef) or not is_frozen(info) or not is_here(method, api) or not method.arguments:
        return None
    is_usual = not (method.is_static or method.is_class or method.is_generator or method.is_coroutine)
    is_plain = is_usual and len(steps(method)) == 1
    return method if is_plain and not is_overridden(info, callee.name, api) else None


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
