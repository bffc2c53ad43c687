"""Writes to what is static of a structure tree, in a function that applies it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    DelStmt,
    Expression,
    ExpressionStmt,
    FuncDef,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    Statement,
    StrExpr,
    Var,
)
from mypy.types import get_proper_type

from jdc_spec.rules import STRUCTURE

from ...host.diagnostics import Diagnostic
from ...structure.exported_names import is_tree
from ...structure.init_apply_pairs import InitApplyPairs
from ...structure.organizers import ATTRIBUTE, Organized, is_rebound
from ...syntax.arguments import argument
from ...syntax.walk import statements

_AUX: Final = (
    "{what} writes to aux while the tree is applied: aux is static, so jax.jit traces again for every new value; "
    "keep what changes in a buffer"
)
_APPLY: Final = (
    "{what} sets the apply function while the tree is applied: the function is static, so jax.jit traces again for "
    "every new one; set it where the tree is made"
)
_NEW: Final = (
    'organized_apply cannot give the organizer a new name: {makers} gave it no "{name}"; register it there, or keep '
    "what lasts for one call in a local variable"
)


def check_organizer(found: Organized, pairs: InitApplyPairs) -> Iterator[Diagnostic]:
    """Report what an apply function with an organizer writes that is static, or new."""
    if found.is_init or found.is_rebound or found.function not in pairs.applied:
        return
    inits, new, static = pairs.inits_of(found), pairs.new_names(found), pairs.static_names(found)
    for given in found.given:
        if given.name in new and given.node not in found.guarded:
            yield Diagnostic(STRUCTURE, _NEW.format(name=given.name, makers=makers(inits)), given.node)
        elif given.is_aux:
            yield Diagnostic(STRUCTURE, _AUX.format(what=f'{given.how}("{given.name}", ...)'), given.node)
        elif given.how == ATTRIBUTE and given.name in static:
            yield Diagnostic(STRUCTURE, _AUX.format(what=f'"{given.name} = ..."'), given.node)
    for item in found.items:
        if isinstance(item.base, MemberExpr) and item.base.name == "aux":
            yield Diagnostic(STRUCTURE, _AUX.format(what='"aux[...] = ..."'), item)
    for call in found.applies:
        if argument(call, 0, "apply") is not None and isinstance(call.callee, MemberExpr):
            yield Diagnostic(STRUCTURE, _APPLY.format(what=f"{call.callee.name}(...)"), call)


def makers(inits: Sequence[Organized]) -> str:
    """Name init functions in a sentence."""
    return " and ".join(f'"{init.function.name}"' for init in inits)


def check_plain(function: FuncDef) -> Iterator[Diagnostic]:
    """Report what an apply function of a plain tree writes to the tree's aux or apply."""
    parameter = function.arguments[0].variable if function.arguments else None
    if parameter is None or not is_tree(get_proper_type(parameter.type)) or is_rebound(parameter, function):
        return
    for statement in statements(function.body.body):
        for target in _written(statement):
            key = _static_key(target, parameter)
            if key == "aux":
                yield Diagnostic(STRUCTURE, _AUX.format(what=f'{parameter.name}["aux"]'), target)
            elif key == "apply":
                yield Diagnostic(STRUCTURE, _APPLY.format(what=f'{parameter.name}["apply"]'), target)


def _written(statement: Statement) -> Iterator[Expression]:
    if isinstance(statement, AssignmentStmt):
        yield from statement.lvalues
    elif isinstance(statement, OperatorAssignmentStmt):
        yield statement.lvalue
    elif isinstance(statement, DelStmt):
        yield statement.expr
    elif isinstance(statement, ExpressionStmt) and isinstance(statement.expr, CallExpr):
        callee = statement.expr.callee
        if isinstance(callee, MemberExpr) and callee.name == "update":
            yield callee.expr


def _static_key(target: Expression, tree: Var) -> str | None:
    """Return ``aux`` or ``apply`` where a target lies there in a tree or in a submodule of it."""
    keys: list[str | None] = []
    while isinstance(target, IndexExpr):
        keys.insert(0, target.index.value if isinstance(target.index, StrExpr) else None)
        target = target.base
    if not isinstance(target, NameExpr) or target.node is not tree:
        return None
    while keys[:1] == ["submodules"]:
        keys = keys[2:]
    return keys[0] if keys and keys[0] in ("aux", "apply") else None
