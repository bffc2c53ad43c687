"""Every place of a module that gives a name a value, or changes the array that a name stands for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Decorator,
    DelStmt,
    Expression,
    ForStmt,
    FuncDef,
    LambdaExpr,
    ListExpr,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    OverloadedFuncDef,
    StarExpr,
    Statement,
    SymbolNode,
    TryStmt,
    TupleExpr,
    Var,
    WithStmt,
)

from ..syntax.walk import captures, descendants, expressions_of, statements


@dataclass(frozen=True, slots=True)
class Binding:
    """One place that gives a name a value."""

    name: str
    target: NameExpr | Var | None
    """None where any variable of that name may be meant: a function, a class."""
    value: Expression | None
    """None where it is no plain assignment."""

    @property
    def variable(self) -> SymbolNode | None:
        """The variable; None where any of that name may be meant: mypy leaves names in unreachable code open."""
        return self.target.node if isinstance(self.target, NameExpr) else self.target


def bindings(tree: MypyFile) -> Iterator[Binding]:
    """Yield every binding of a module, those of functions and unreachable code included."""
    for statement in statements(tree.defs):
        yield from _of_statement(statement)
        for expression in expressions_of(statement):
            for part in descendants(expression):
                yield from _of_expression(part)


def _of_statement(statement: Statement) -> Iterator[Binding]:
    if isinstance(statement, AssignmentStmt):
        for target in statement.lvalues:
            yield from _assigned(target, statement.rvalue)
    elif isinstance(statement, FuncDef):
        yield from () if statement.info else (Binding(statement.name, None, None),)
        yield from _parameters(statement)
    elif isinstance(statement, ClassDef):
        yield Binding(statement.name, None, None)
    elif isinstance(statement, Decorator):
        yield from _of_statement(statement.func)
    elif isinstance(statement, OverloadedFuncDef):
        for item in statement.items:
            yield from _of_statement(item)
    elif isinstance(statement, MatchStmt):
        for pattern in statement.patterns:
            yield from (Binding(name.name, name, None) for name in captures(pattern))
    else:
        for target in _other_targets(statement):
            yield from _assigned(target, None)


def _other_targets(statement: Statement) -> Iterator[Expression]:
    if isinstance(statement, OperatorAssignmentStmt):
        yield statement.lvalue
    elif isinstance(statement, ForStmt):
        yield statement.index
    elif isinstance(statement, WithStmt):
        yield from (target for target in statement.target if target is not None)
    elif isinstance(statement, TryStmt):
        yield from (target for target in statement.vars if target is not None)
    elif isinstance(statement, DelStmt):
        yield statement.expr


def _of_expression(part: Expression) -> Iterator[Binding]:
    if isinstance(part, AssignmentExpr):
        yield Binding(part.target.name, part.target, part.value)
    elif isinstance(part, LambdaExpr):
        yield from _parameters(part)
    elif isinstance(part, CallExpr) and isinstance(part.callee, MemberExpr) and part.callee.name == "resize":
        yield from _assigned(part.callee, None)


def _parameters(function: FuncDef | LambdaExpr) -> Iterator[Binding]:
    for argument in function.arguments:
        yield Binding(argument.variable.name, argument.variable, None)


def _assigned(target: Expression, value: Expression | None) -> Iterator[Binding]:
    """Yield what an assignment binds; ``x.shape = ...`` changes the array that ``x`` stands for."""
    if isinstance(target, NameExpr):
        yield Binding(target.name, target, value)
    elif isinstance(target, MemberExpr):
        yield from _assigned(target.expr, None) if isinstance(target.expr, NameExpr) else ()
    elif isinstance(target, StarExpr):
        yield from _assigned(target.expr, None)
    elif isinstance(target, TupleExpr | ListExpr):
        for item, part in zip(target.items, _unpacked(target, value), strict=True):
            yield from _assigned(item, part)


def _unpacked(target: TupleExpr | ListExpr, value: Expression | None) -> list[Expression] | list[None]:
    """Return the value of each target of ``a, b = 1, 2``."""
    unpacked = isinstance(value, TupleExpr) and len(value.items) == len(target.items)
    if not unpacked or not isinstance(value, TupleExpr):
        return [None] * len(target.items)
    if any(isinstance(item, StarExpr) for item in (*target.items, *value.items)):
        return [None] * len(target.items)
    return value.items
