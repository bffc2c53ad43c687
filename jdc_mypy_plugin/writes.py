"""Where a module writes to attributes, and which of those writes may be meant for a mutable copy.

``with jdc.copy_and_mutate(state) as copy:`` makes ``copy`` and everything in it writable until the block ends. What a
name stands for is followed generously: every name that a block's target, or an earlier writable name, went into is
writable too. A context manager that the plugin does not know may hand out a mutable copy as well.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    CallExpr,
    Context,
    Decorator,
    DelStmt,
    Expression,
    ForStmt,
    FuncDef,
    ListExpr,
    Lvalue,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    OverloadedFuncDef,
    StarExpr,
    Statement,
    TupleExpr,
    WithStmt,
)

from .walk import blocks, descendants, expressions_of, statements

MAKER: Final = "copy_and_mutate"

Key = tuple[int, str]
"""Identity of a name or of an attribute of one: the variable's id and the dotted rest."""


Follow = Callable[[list[Statement]], frozenset[Key]]
"""From a body to the names that stand for a mutable copy in all of it."""

Place = tuple[int, int, int | None, int | None]
"""First and last line and column."""


class Kind(enum.Enum):
    """How a statement writes to an attribute."""

    ASSIGN = "assign"
    DELETE = "delete"


SETTERS: Final = {"setattr": Kind.ASSIGN, "delattr": Kind.DELETE}


@dataclass(frozen=True, slots=True)
class Write:
    """One written attribute and whether it may belong to a mutable copy."""

    kind: Kind
    in_copy: bool
    value: Expression | None = None
    """What a plain assignment assigns; None for every other write."""

    @property
    def is_allowed(self) -> bool:
        """Whether the object may take the write; a field can never be deleted."""
        return self.in_copy and self.kind is Kind.ASSIGN


@dataclass(slots=True)
class ModuleWrites:
    """Every write to an attribute in a module, by the place of the `MemberExpr`; calls of ``setattr`` too.

    Not by its identity: mypy checks copies of a function whose type variable has a list of constraints.
    """

    writes: dict[Place, Write] = field(default_factory=dict[Place, Write])

    def of(self, node: Context) -> Write | None:
        """Return the write that a node is the target of."""
        return self.writes.get(place(node))


def read_writes(tree: MypyFile) -> ModuleWrites:
    """Walk a module once and collect its writes."""
    result = ModuleWrites()
    follow = _makers if _names_maker(tree) else _no_makers
    _visit(tree.defs, follow(tree.defs), result.writes, follow)
    return result


def place(node: Context) -> Place:
    """Return the first and last line and column of a node, which its copies share."""
    return node.line, node.column, node.end_line, node.end_column


def _visit(body: list[Statement], writable: frozenset[Key], writes: dict[Place, Write], follow: Follow) -> None:
    for statement in body:
        for expression in expressions_of(statement):
            _record_calls(expression, writable, writes)
        for kind, target in _targets(statement):
            for member in _members(target):
                value = statement.rvalue if isinstance(statement, AssignmentStmt) and member is target else None
                writes[place(member)] = Write(kind, _mentions(member.expr, writable), value)
        inner = writable
        if isinstance(statement, WithStmt):
            inner = _aliases(statement.body.body, writable | _opened(statement))
        elif isinstance(statement, FuncDef):
            inner = writable | follow(statement.body.body)
        elif isinstance(statement, OverloadedFuncDef):
            inner = writable | frozenset(_selves_of_setters(statement))
        for block in blocks(statement):
            _visit(block.body, inner, writes, follow)


def _selves_of_setters(statement: OverloadedFuncDef) -> Iterator[Key]:
    """Yield ``self`` of each setter of a property: a frozen object refuses before it runs, only a copy gets there."""
    for item in statement.items:
        if isinstance(item, Decorator) and _is_setter(item) and item.func.arguments:
            yield id(item.func.arguments[0].variable), ""


def _is_setter(function: Decorator) -> bool:
    return any(isinstance(part, MemberExpr) and part.name == "setter" for part in function.original_decorators)


def _record_calls(expression: Expression, writable: frozenset[Key], writes: dict[Place, Write]) -> None:
    for part in descendants(expression):
        if not isinstance(part, CallExpr) or not isinstance(part.callee, NameExpr) or not part.args:
            continue
        if part.callee.name in SETTERS:
            writes[place(part)] = Write(SETTERS[part.callee.name], _mentions(part.args[0], writable))


def _targets(statement: Statement) -> Iterator[tuple[Kind, Expression]]:
    if isinstance(statement, AssignmentStmt):
        yield from ((Kind.ASSIGN, target) for target in statement.lvalues)
    elif isinstance(statement, OperatorAssignmentStmt):
        yield Kind.ASSIGN, statement.lvalue
    elif isinstance(statement, ForStmt):
        yield Kind.ASSIGN, statement.index
    elif isinstance(statement, WithStmt):
        yield from ((Kind.ASSIGN, target) for target in statement.target if target is not None)
    elif isinstance(statement, DelStmt):
        yield Kind.DELETE, statement.expr


def _members(target: Expression) -> Iterator[MemberExpr]:
    if isinstance(target, MemberExpr):
        yield target
    elif isinstance(target, TupleExpr | ListExpr):
        for item in target.items:
            yield from _members(item)
    elif isinstance(target, StarExpr):
        yield from _members(target.expr)


def _opened(statement: WithStmt) -> frozenset[Key]:
    """Return the names that a with statement may make writable: its targets, and the object it is called on."""
    opened: set[Key] = set()
    for manager, target in zip(statement.expr, statement.target, strict=True):
        if target is not None:
            opened.update(_keys(target))
        if isinstance(manager, CallExpr) and isinstance(manager.callee, MemberExpr):
            opened.update(_keys(manager.callee.expr))
    return frozenset(opened)


def _aliases(body: list[Statement], writable: frozenset[Key]) -> frozenset[Key]:
    """Add the names of a body that are bound to anything in which a writable name occurs."""
    while True:
        found = set(writable)
        for statement in statements(body):
            for target, value in _bindings(statement):
                if _mentions(value, writable):
                    found.update(_keys(target))
        if len(found) == len(writable):
            return writable
        writable = frozenset(found)


def _makers(body: list[Statement]) -> frozenset[Key]:
    """Return the names bound to a call of ``copy_and_mutate`` itself, as with an ``ExitStack``."""
    found: set[Key] = set()
    for statement in statements(body):
        for target, value in _bindings(statement):
            if any(isinstance(part, NameExpr | MemberExpr) and part.name == MAKER for part in descendants(value)):
                found.update(_keys(target))
    return _aliases(body, frozenset(found)) if found else frozenset()


def _names_maker(tree: MypyFile) -> bool:
    return any(
        isinstance(part, NameExpr | MemberExpr) and part.name == MAKER
        for statement in statements(tree.defs)
        for expression in expressions_of(statement)
        for part in descendants(expression)
    )


def _no_makers(_: list[Statement]) -> frozenset[Key]:
    return frozenset()


def _bindings(statement: Statement) -> Iterator[tuple[Lvalue, Expression]]:
    """Yield names and what they are bound to; the targets of a with statement are left to `_opened`."""
    if isinstance(statement, AssignmentStmt):
        yield from ((target, statement.rvalue) for target in statement.lvalues)
    elif isinstance(statement, ForStmt):
        yield statement.index, statement.expr
    for expression in expressions_of(statement):
        for part in descendants(expression):
            if isinstance(part, AssignmentExpr):
                yield part.target, part.value


def _keys(target: Expression) -> Iterator[Key]:
    if isinstance(target, NameExpr | MemberExpr):
        key = _key(target)
        if key is not None:
            yield key
    elif isinstance(target, TupleExpr | ListExpr):
        for item in target.items:
            yield from _keys(item)
    elif isinstance(target, StarExpr):
        yield from _keys(target.expr)


def _key(expression: Expression) -> Key | None:
    if isinstance(expression, NameExpr) and expression.node is not None:
        return id(expression.node), ""
    if isinstance(expression, MemberExpr):
        base = _key(expression.expr)
        return None if base is None else (base[0], f"{base[1]}.{expression.name}")
    return None


def _mentions(expression: Expression, writable: frozenset[Key]) -> bool:
    return any(_key(part) in writable for part in descendants(expression))
