"""The class of the objects that a function returns, as it is written, whatever else the function does."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ClassDef,
    ConditionalExpr,
    Decorator,
    Expression,
    FuncDef,
    GlobalDecl,
    Import,
    ImportFrom,
    MemberExpr,
    NameExpr,
    NonlocalDecl,
)

from ...syntax.functions import returned_by, yields
from ...syntax.names.targets import targets, targets_within, unpacked
from ...syntax.walk import expressions_in, statements
from ..modules.imported_names import Imported
from .returning_functions import LIBRARIES, REPLACE, is_class_name
from .said_values import MADE, RAN, UNKNOWN, Said

_REPLACING: Final = "replace"


def maker_of(function: FuncDef, imported: Imported, own: Collection[str]) -> Said:
    """Return the class of all objects that a function returns, or the function that it has them from.

    That is ``[MADE, name, replaced]`` or ``[RAN, name, replaced]``, with full names as in results; ``replaced`` says
    that a method ``replace`` of the class may have made the object.
    """
    is_plain = not (function.is_coroutine or function.is_static or function.is_class)
    returned = returned_by(function.body.body) if is_plain else []
    made = [each for each in returned if each is not None and not _is_none(each)]
    if not made or not all(isinstance(each, NameExpr | CallExpr | ConditionalExpr) for each in made):
        return UNKNOWN
    found = _Maker(function, imported, own).common(made)
    return UNKNOWN if found and yields(function) else found


def _is_none(value: Expression) -> bool:
    return isinstance(value, NameExpr) and value.name == "None"


class _Maker:
    """Finds what makes the values of expressions of a function."""

    def __init__(self, function: FuncDef, imported: Imported, own: Collection[str]) -> None:
        self._imported, self._own = imported, own
        self._bound: dict[str, list[Expression | None]] = {each.variable.name: [None] for each in function.arguments}
        for name, value in _bindings(function):
            self._bound.setdefault(name, []).append(value)
        self._open: set[str] = set()

    def common(self, values: Sequence[Expression]) -> Said:
        """Return what makes each of some values, if that is the same class."""
        found = [self.of(each) for each in values]
        first = found[0] if found else UNKNOWN
        if not first or any(not each or each[:2] != first[:2] for each in found):
            return UNKNOWN
        return [*first[:2], any(each[2] for each in found)]

    def of(self, value: Expression) -> Said:
        """Return what makes a value."""
        if isinstance(value, NameExpr):
            return self._held(value.name)
        if isinstance(value, ConditionalExpr):
            return self.common([each for each in (value.if_expr, value.else_expr) if not _is_none(each)])
        if not isinstance(value, CallExpr):
            return UNKNOWN
        name = self._name(value.callee)
        if name in REPLACE:
            return self.of(value.args[0]) if value.args else UNKNOWN
        if name:
            return [MADE if is_class_name(name.rpartition(".")[2]) else RAN, name, False]
        made = self.of(value.callee.expr) if _replaces(value) and isinstance(value.callee, MemberExpr) else UNKNOWN
        return [*made[:2], True] if made else UNKNOWN

    def _held(self, name: str) -> Said:
        """Return what makes each value that a variable ever has."""
        values = self._bound.get(name, [])
        if not values or None in values or name in self._open:
            return UNKNOWN
        own = [each for each in values if each is not None and not _replaces(each, name)]
        self._open.add(name)
        made = self.common(own)
        self._open.remove(name)
        return [*made[:2], made[2] or len(own) < len(values)] if made else UNKNOWN

    def _name(self, callee: Expression) -> str:
        """Return the name of a class or a function: as it is in the module, or a full one."""
        if isinstance(callee, NameExpr):
            if callee.name in self._bound:
                return ""
            name = self._imported.get(callee.name, "")
            is_own = callee.name in self._own or (is_class_name(callee.name) and name not in REPLACE)
            return callee.name if is_own else _of_project(name)
        owner = self._owner(callee.expr) if isinstance(callee, MemberExpr) else ""
        return _of_project(f"{owner}.{callee.name}") if owner and isinstance(callee, MemberExpr) else ""

    def _owner(self, owner: Expression) -> str:
        if isinstance(owner, MemberExpr):
            outer = self._owner(owner.expr)
            return f"{outer}.{owner.name}" if outer else ""
        is_outer = isinstance(owner, NameExpr) and owner.name not in self._bound
        return self._imported.get(owner.name, "") if is_outer and isinstance(owner, NameExpr) else ""


def _of_project(name: str) -> str:
    return name if name in REPLACE or name.partition(".")[0] not in LIBRARIES else ""


def _replaces(value: Expression, name: str | None = None) -> bool:
    """Return whether a value is ``obj.replace(...)``, of the object in a variable if that is named."""
    callee = value.callee if isinstance(value, CallExpr) else None
    if not isinstance(callee, MemberExpr) or callee.name != _REPLACING:
        return False
    return name is None or (isinstance(callee.expr, NameExpr) and callee.expr.name == name)


def _bindings(function: FuncDef) -> Iterator[tuple[str, Expression | None]]:
    """Yield the names that a function binds, with a value where it is plainly given one."""
    for statement in statements(function.body.body):
        if isinstance(statement, FuncDef | Decorator | ClassDef):
            yield statement.name, None
        if isinstance(statement, GlobalDecl | NonlocalDecl):  # others may give it a value too
            yield from ((name, None) for name in statement.names)
        elif isinstance(statement, Import):
            yield from ((alias or name.partition(".")[0], None) for name, alias in statement.ids)
        elif isinstance(statement, ImportFrom):
            yield from ((alias or name, None) for name, alias in statement.names)
        plain = statement.lvalues if isinstance(statement, AssignmentStmt) else []
        for target in targets(statement):
            for each in unpacked(target.expression):
                if isinstance(each, NameExpr):
                    is_plain = isinstance(statement, AssignmentStmt) and each in plain
                    yield each.name, statement.rvalue if is_plain and isinstance(statement, AssignmentStmt) else None
    for part in expressions_in(function.body.body):
        for target in targets_within(part):
            if isinstance(target.expression, NameExpr):
                yield target.expression.name, None
