"""Names that a module gives to organizers other than those of init functions: of submodules, of finished trees."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from mypy.nodes import (
    CallExpr,
    Expression,
    IndexExpr,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    Statement,
    StrExpr,
    TypeInfo,
    Var,
)

from ..syntax.arguments import argument
from ..syntax.index import INDEX
from ..syntax.names.targets import By, members, targets, unpacked
from ..syntax.walk import children, expressions_of
from .exported_names import ORGANIZER, REGISTERS, exported

_MERGES = frozenset(("merge_trees", "update_tree"))
_MAP = "structure_tree_map"


@dataclass(slots=True)
class Edits:
    """Names that trees may have besides those which their init functions give."""

    names: frozenset[str] = frozenset()
    """Attributes that are assigned to what may be any organizer."""
    deleted: frozenset[str] = frozenset()
    is_open: bool = False
    """True if trees may have names that are not written in the module."""
    is_merged: bool = False
    """True if a tree may have the names of another one."""


def look_for_edits(tree: MypyFile, own: Collection[Var], makers: Collection[CallExpr]) -> Edits:
    """Walk a module; ``own`` are the organizers that are read elsewhere, ``makers`` the calls that make those."""
    reader = _Reader(own, makers)
    for statement in INDEX.of(tree).body.statements:
        reader.read(statement)
    edits = reader.edits
    edits.names, edits.deleted = frozenset(reader.names), frozenset(reader.deleted)
    return edits


class _Reader:
    def __init__(self, own: Collection[Var], makers: Collection[CallExpr]) -> None:
        self._own = own
        self._makers = makers
        self.edits = Edits()
        self.names: set[str] = set()
        self.deleted: set[str] = set()

    def read(self, statement: Statement) -> None:
        for written in targets(statement):
            if written.by is By.DELETE:
                self.deleted.update(member.name for member in members(written.expression))
            else:
                for target in unpacked(written.expression):
                    self._target(target)
        for expression in expressions_of(statement):
            self.edits.is_open |= _is_organizer_class(expression)
            self._expression(expression)

    def _is_own(self, expression: Expression) -> bool:
        return isinstance(expression, NameExpr) and expression.node in self._own

    def _target(self, target: Expression) -> None:
        if isinstance(target, MemberExpr) and not self._is_own(target.expr):
            self.names.add(target.name)
        elif isinstance(target, IndexExpr) and not isinstance(target.index, StrExpr | IntExpr):
            self.edits.is_open |= isinstance(target.base, MemberExpr)

    def _expression(self, expression: Expression) -> None:
        if isinstance(expression, CallExpr):
            self._call(expression)
        is_known = isinstance(expression, CallExpr) and (not expression.args or expression in self._makers)
        for child in children(expression):
            if is_known and _is_organizer_class(child):
                continue
            self.edits.is_open |= _is_organizer_class(child)
            self._expression(child)

    def _call(self, call: CallExpr) -> None:
        called = call.callee.name if isinstance(call.callee, NameExpr | MemberExpr) else ""
        self.edits.is_merged |= called in _MERGES
        self.edits.is_open |= called == _MAP
        if called in REGISTERS and isinstance(call.callee, MemberExpr) and not self._is_own(call.callee.expr):
            self.edits.is_open |= not isinstance(argument(call, 0, "name"), StrExpr)
        elif called == "setattr" and call.args and not self._is_own(call.args[0]):
            self.edits.is_open |= not isinstance(argument(call, 1, "name"), StrExpr)


def _is_organizer_class(expression: Expression) -> bool:
    node = expression.node if isinstance(expression, RefExpr) else None
    return isinstance(node, TypeInfo) and any(exported(base.fullname) == ORGANIZER for base in node.mro)
