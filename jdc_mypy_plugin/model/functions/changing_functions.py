"""Functions that do nothing but assign to attributes of what they are given, or append to lists in them.

As they are written; what they return of that is no matter where a call stands for what it does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from mypy import nodes
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    PassStmt,
    ReturnStmt,
    Statement,
    StrExpr,
)
from mypy.types import CallableType, UnboundType

from ...syntax.arguments import has_stars
from ...syntax.walk import descendants, expressions_of

_GROWING: Final = ("append", "extend")
"""Methods that change a list."""

Changes = Mapping[str, Sequence[str]]
"""The names of attributes by the names of parameters."""

_LATER: Final = (
    *(nodes.LambdaExpr, nodes.GeneratorExpr, nodes.ListComprehension, nodes.SetComprehension),
    *(nodes.DictionaryComprehension, nodes.AssignmentExpr, nodes.YieldExpr, nodes.YieldFromExpr, nodes.AwaitExpr),
)
"""Expressions that may run a part of themselves later, or bind names."""


def changes_of(function: FuncDef, name: str, known: Mapping[str, Changes]) -> Changes:
    """Return what a function changes, if that is all that it does; ``known`` are functions of the module by name."""
    if function.is_coroutine or function.is_generator or function.is_static or function.is_class:
        return {}
    last = function.body.body[-1] if function.body.body else None
    parameters = frozenset(each.variable.name for each in function.arguments)
    returned = last.expr if isinstance(last, ReturnStmt) else None
    if returned is not None and _name_of(returned) not in ("None", *parameters):
        return {}
    found: defaultdict[str, list[str]] = defaultdict(list)
    owners = _owners(function, name.rpartition(".")[0])
    harmless = set[Expression](() if returned is None else (returned,))
    for statement in function.body.body:
        changed = _changed(statement, parameters, owners, known, harmless)
        if changed is None:
            return {}
        for parameter, attribute in changed:
            found[parameter].append(attribute)
    if not found:
        return {}
    is_plain = all(_is_plain(statement, found, harmless) for statement in function.body.body)
    return {parameter: sorted(set(names)) for parameter, names in found.items()} if is_plain else {}


def _owners(function: FuncDef, owner: str) -> Mapping[str, str]:
    """Return the names of the classes of the module that parameters are annotated with, and that of ``self``."""
    kind = function.unanalyzed_type
    types = kind.arg_types if isinstance(kind, CallableType) else []
    named = zip(function.arguments, types, strict=False)
    found = {each.variable.name: declared.name for each, declared in named if isinstance(declared, UnboundType)}
    return {**found, "self": owner} if owner else found


_Changed = list[tuple[str, str]]


def _changed(
    statement: Statement,
    parameters: frozenset[str],
    owners: Mapping[str, str],
    known: Mapping[str, Changes],
    harmless: set[Expression],
) -> _Changed | None:
    """Return the attributes that a statement assigns to; None if it does more than that and than to bind a name."""
    if isinstance(statement, AssignmentStmt):
        written = [_target(each, parameters) for each in statement.lvalues]
    elif isinstance(statement, OperatorAssignmentStmt):
        written = [_target(statement.lvalue, parameters)]
    elif isinstance(statement, ExpressionStmt):
        if isinstance(statement.expr, CallExpr):
            return _changed_by_call(statement.expr, parameters, owners, known, harmless)
        return [] if isinstance(statement.expr, StrExpr) else None
    elif isinstance(statement, ReturnStmt):
        return [] if statement.expr is None or statement.expr in harmless else None
    else:
        return [] if isinstance(statement, PassStmt) else None
    return None if None in written else [each for each in written if each is not None and each[0]]


def _target(target: Expression, parameters: frozenset[str]) -> tuple[str, str] | None:
    """Return the parameter and the attribute that a target is; two empty names for a local variable."""
    if isinstance(target, NameExpr):
        return None if target.name in parameters else ("", "")
    owner = _name_of(target.expr) if isinstance(target, MemberExpr) else ""
    return (owner, target.name) if isinstance(target, MemberExpr) and owner in parameters else None


def _name_of(expression: Expression) -> str:
    """Return a name as it is written; nothing of any other expression."""
    return expression.name if isinstance(expression, NameExpr) else ""


def _changed_by_call(
    call: CallExpr,
    parameters: frozenset[str],
    owners: Mapping[str, str],
    known: Mapping[str, Changes],
    harmless: set[Expression],
) -> _Changed | None:
    """Return what a call of another such function changes: of a method of ``self``, or of a function."""
    callee = call.callee
    if has_stars(call):
        return None
    if isinstance(callee, MemberExpr):
        changed = _changed_by_method(callee, parameters, owners, known)
        harmless.update(() if changed is None else (callee,))
        return changed
    if not isinstance(callee, NameExpr) or len(call.args) != 1 or callee.name in parameters:
        return None
    changes, given = known.get(callee.name, {}), call.args[0]
    if len(changes) != 1 or not isinstance(given, NameExpr) or given.name not in parameters:
        return None
    harmless.add(given)
    return [(given.name, name) for names in changes.values() for name in names]


def _changed_by_method(
    method: MemberExpr, parameters: frozenset[str], owners: Mapping[str, str], known: Mapping[str, Changes]
) -> _Changed | None:
    """Return what a method changes: a list that a parameter has, or attributes of the parameter."""
    grown = _target(method.expr, parameters) if method.name in _GROWING else None
    if grown is not None and grown[0]:
        return [grown]
    receiver = _name_of(method.expr)
    changes = known.get(f"{owners.get(receiver, '')}.{method.name}", {})
    return [(receiver, name) for name in changes["self"]] if list(changes) == ["self"] else None


def _is_plain(statement: Statement, changed: Mapping[str, object], harmless: set[Expression]) -> bool:
    """Return whether a statement uses a changed parameter for its attributes alone, and runs nothing later."""
    parts = [part for each in expressions_of(statement) for part in descendants(each)]
    if isinstance(statement, AssignmentStmt):
        parts += [part for each in statement.lvalues for part in descendants(each)]
    if any(isinstance(part, _LATER) for part in parts):
        return False
    members = {part.expr for part in parts if isinstance(part, MemberExpr) and part not in _called(parts, harmless)}
    members |= {part.expr for part in harmless if isinstance(part, MemberExpr)} | harmless
    return all(part in members for part in parts if isinstance(part, NameExpr) and part.name in changed)


def _called(parts: Sequence[Expression], harmless: set[Expression]) -> set[Expression]:
    """Return the callees among some expressions, of which a method may do anything with its object."""
    return {part.callee for part in parts if isinstance(part, CallExpr)} - harmless
