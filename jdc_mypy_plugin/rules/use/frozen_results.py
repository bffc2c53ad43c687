"""``jdc-frozen`` for what a function without annotations returns: mypy takes it for anything, and asks nobody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
)
from mypy.types import AnyType, CallableType

from jdc_spec.rules import FROZEN

from ...copies.writes import Write
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.frozen_classes import frozen_model
from ...objects.bound_values import bound_values
from ...objects.made_objects import returned_class
from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import By, members, targets
from ...syntax.names.write_kinds import WriteKind
from ...syntax.per_module import PerModule
from ..places import CALL, CALL_ELSEWHERE, Call, asked
from .frozen import judged


@asked(FROZEN, at=(CALL, CALL_ELSEWHERE))
def check(site: Call) -> Iterator[Diagnostic]:
    """Report a write to what a call returns, under its name too, where that is certain to be a frozen object."""
    tree, call = site.api.tree, site.node
    written = list(_written_to(call, tree)) if is_open(call.callee) else []
    made = returned_class(call.callee, tree) if written else None
    model = None if made is None else frozen_model(made)
    for member, kind in written if model is not None else ():
        assert model is not None
        yield from judged(model, member.name, Write(kind, in_copy=False), member)


def _written_to(call: CallExpr, tree: MypyFile) -> Iterator[tuple[MemberExpr, WriteKind]]:
    """Yield the attributes of what a call returns that the module assigns to or deletes."""
    statement = INDEX.of(tree).parent(call)
    if isinstance(statement, MemberExpr):
        yield from ((each, kind) for each, kind in WRITTEN.of(tree).get("", ()) if each.expr is call)
    if not isinstance(statement, AssignmentStmt) or statement.rvalue is not call:
        return
    for name in statement.lvalues:
        for member, kind in WRITTEN.of(tree).get(name.name, ()) if isinstance(name, NameExpr) else ():
            if isinstance(member.expr, NameExpr) and holds(member.expr, call, tree):
                yield member, kind


def holds(name: NameExpr, call: CallExpr, tree: MypyFile) -> bool:
    """Return whether a variable holds what a call returns: where it is used, or always."""
    if FLOW.of(tree).value_at(name) is call:
        return True
    return bound_values(name, tree) == [call]


def _written(tree: MypyFile) -> Mapping[str, list[tuple[MemberExpr, WriteKind]]]:
    """Return the attributes that a module writes to, by the name of the object, ``""`` for the result of a call."""
    found: dict[str, list[tuple[MemberExpr, WriteKind]]] = {}
    for target in (each for statement in INDEX.of(tree).body.statements for each in targets(statement)):
        kind = WriteKind.DELETE if target.by is By.DELETE else WriteKind.ASSIGN
        for member in members(target.expression):
            if isinstance(member.expr, NameExpr | CallExpr):
                name = member.expr.name if isinstance(member.expr, NameExpr) else ""
                found.setdefault(name, []).append((member, kind))
    return found


WRITTEN: Final = PerModule(_written)
"""The attributes that a module writes to, by the name of the object."""


def is_open(callee: Expression) -> bool:
    """Return whether mypy takes what a function of a name returns for anything."""
    function = callee.node if isinstance(callee, NameExpr | MemberExpr) else None
    kind = known_type(function.type) if isinstance(function, FuncDef) else None
    return not isinstance(kind, CallableType) or isinstance(known_type(kind.ret_type), AnyType)
