"""Operations on what is `Any` to mypy, ``u * s`` with what a function without annotations returns.

mypy looks up no method of `Any`, so it asks no plugin about them. They are found from the call that makes the value,
by the names that it is bound to. mypy has not come to them then: they are judged without its types.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    DictionaryComprehension,
    Expression,
    ForStmt,
    GeneratorExpr,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    OpExpr,
    UnaryExpr,
)
from mypy.types import AnyType, Instance, ProperType, TupleType, Type, UnionType

from ..host.known_types import known_type
from ..syntax import INDEX
from ..syntax.names.flow import FLOW
from ..syntax.names.references import REFERENCES
from ..syntax.names.targets import Target, paired, parts, targets, targets_within
from ..syntax.names.variables import in_place

_MOST: Final = 1000
"""Uses of a value, and of what is made of it, beyond which the others are left alone."""


def is_untyped(made: Type) -> bool:
    """Return whether what a call makes is, or holds, `Any` to mypy."""
    kind: ProperType | None = known_type(made)
    if isinstance(kind, UnionType | TupleType):
        return any(map(is_untyped, kind.items))
    if isinstance(kind, Instance):
        return any(map(is_untyped, kind.args))
    return isinstance(kind, AnyType)


def is_used(made: Expression, module: MypyFile) -> bool:
    """Return whether a value gets a name, or is an operand of an operation."""
    around = INDEX.of(module).parent(made)
    if isinstance(around, AssignmentStmt | ForStmt | GeneratorExpr | DictionaryComprehension):
        return True
    return isinstance(around, Expression) and _is_operand(made, around)


def operations_on(made: Expression, module: MypyFile) -> Iterator[Expression]:
    """Yield the operations on a value, also by the names that it is bound to, and those on what they make."""
    uses = REFERENCES.of(module)
    waiting: list[Expression] = [made]
    seen: set[Expression] = set()
    while waiting and len(seen) < _MOST:
        part = waiting.pop()
        seen.add(part)
        around = INDEX.of(module).parent(part)
        while isinstance(around, Expression) and _is_operand(part, around):
            part, around = around, INDEX.of(module).parent(around)
            yield part
        if isinstance(around, OperatorAssignmentStmt):
            part = in_place(around)
            yield part
        for name in _names(around, part):
            for use in uses.get(name.node, ()) if name.node is not None else ():
                if use not in seen and holds(use, part, module) and is_reached(use, module):
                    seen.add(use)
                    waiting.append(use)


def _names(statement: Node | None, value: Expression) -> Iterator[NameExpr]:
    """Yield the variables that a statement gives a value, or parts of it."""
    if isinstance(statement, OperatorAssignmentStmt) and isinstance(statement.lvalue, NameExpr):
        yield statement.lvalue
    for target in _bound_by(statement):
        whole = (target.expression, target.value)
        for item, given in paired(*whole) or (whole,):
            if given is value:
                yield from (each for each in parts(item) or (item,) if isinstance(each, NameExpr))


def _bound_by(around: Node | None) -> Iterable[Target]:
    if isinstance(around, GeneratorExpr | DictionaryComprehension):
        return targets_within(around)
    return targets(around) if isinstance(around, AssignmentStmt | ForStmt) else ()


def holds(use: NameExpr, value: Expression, module: MypyFile) -> bool:
    """Return whether a name holds a value, or a part of it, where it is used."""
    held = FLOW.of(module).value_at(use)
    while isinstance(held, IndexExpr) and held is not value:
        held = held.base
    if isinstance(held, OpExpr) and isinstance(value, OpExpr):  # what += makes is an expression anew each time
        return (held.op, held.left) == (value.op, value.left)
    return held is value


def is_reached(use: Expression, module: MypyFile) -> bool:
    """Return whether mypy checks the code that an expression is in: not that of other platforms and versions."""
    index = INDEX.of(module)
    statement = FLOW.of(module).statement_of(use)
    position = None if statement is None else index.position(statement)
    while position is not None and position >= 0:
        block = index.body.block_at(position)
        if block is not None and block.is_unreachable:
            return False
        position = index.body.owner_at(position)
    return True


def _is_operand(part: Expression, around: Expression) -> bool:
    """Return whether an expression works on another, which is neither an argument of a call nor an index."""
    if isinstance(around, IndexExpr):
        return around.base is part
    if isinstance(around, CallExpr):
        return around.callee is part and isinstance(part, MemberExpr)
    return isinstance(around, OpExpr | ComparisonExpr | UnaryExpr | MemberExpr)
