"""Calls whose result a function binds to a variable of its own that nothing reads: ``new_state = step(state)``."""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    Context,
    Expression,
    GlobalDecl,
    LambdaExpr,
    MypyFile,
    NameExpr,
    NonlocalDecl,
    Var,
)

from ..body import Body
from ..index import INDEX
from ..names.flow import FLOW
from ..names.references import REFERENCES
from ..names.targets import By, unpacked
from ..per_module import PerModule

_READING_ALL: Final = (
    *("locals", "vars", "eval", "exec", "breakpoint", "embed"),
    *("_getframe", "currentframe", "live_arrays"),
)
"""Functions that may read any variable of the function that calls them, or count what it holds."""


def unread_name(call: Context, module: MypyFile) -> NameExpr | None:
    """Return the variable that is given the result of a call and nothing else, and that nothing reads."""
    known = _KNOWN.of(module)
    if call not in known:
        known[call] = _unread_name(call, module)
    return known[call]


def _unread_name(call: Context, module: MypyFile) -> NameExpr | None:
    index = INDEX.of(module)
    statement = index.parent(call) if isinstance(call, Expression) else None
    if not isinstance(statement, AssignmentStmt) or statement.rvalue is not call or len(statement.lvalues) != 1:
        return None
    name = statement.lvalues[0]
    function = FLOW.of(module).function_around(statement)
    if not isinstance(name, NameExpr) or function is None or index.is_in_class_body(statement):
        return None
    if not isinstance(name.node, Var) or may_be_read_elsewhere(name, index.inside(function)):
        return None
    inside = index.inside(function)
    names = REFERENCES.of(module).get(name.node, ())
    has_defaults = any(each.initializer for part in inside.expressions_of(LambdaExpr) for each in part.arguments)
    return name if all(is_bound(each, module) for each in names) and not has_defaults else None


def may_be_read_elsewhere(name: NameExpr, inside: Body) -> bool:
    """Return whether a variable of a function is one of the module, or is read without its name."""
    declared: list[GlobalDecl | NonlocalDecl] = [*inside.statements_of(GlobalDecl)]
    declared += inside.statements_of(NonlocalDecl)
    return any(name.name in each.names for each in declared) or inside.mentions(_READING_ALL)


def is_bound(name: NameExpr, module: MypyFile) -> bool:
    """Return whether a variable is given a value where a name stands, and is not read or deleted there."""
    return name in _BOUND.of(module)


def _bound(module: MypyFile) -> frozenset[Expression]:
    given = [each for each in INDEX.of(module).body.targets if each.by not in (By.UPDATE, By.DELETE)]
    return frozenset(part for each in given for part in unpacked(each.expression))


_KNOWN: Final = PerModule[dict[Context, NameExpr | None]](lambda _: {})
_BOUND: Final = PerModule(_bound)
