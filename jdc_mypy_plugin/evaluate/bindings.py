"""Every place of a module that gives a name a value, or changes the array that a name stands for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mypy.nodes import (
    AssignmentExpr,
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OverloadedFuncDef,
    StarExpr,
    Statement,
    SymbolNode,
    TupleExpr,
    Var,
)

from ..syntax.body import Body
from ..syntax.targets import By, paired, targets, unpacked


class Binding(NamedTuple):
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


def bindings(body: Body) -> Iterator[Binding]:
    """Yield every binding of a module, those of functions and unreachable code included."""
    for statement in body.statements:
        if isinstance(statement, FuncDef | Decorator | OverloadedFuncDef | ClassDef):
            yield from _defined(statement)
        else:
            for target in targets(statement):
                yield from _assigned(target.expression, target.value if target.by is By.ASSIGN else None)
    for named in body.expressions_of(AssignmentExpr):
        yield Binding(named.target.name, named.target, named.value)
    for function in body.expressions_of(LambdaExpr):
        yield from _parameters(function)
    for call in body.expressions_of(CallExpr):
        if isinstance(call.callee, MemberExpr) and call.callee.name == "resize":
            yield from _assigned(call.callee, None)


def _defined(statement: Statement) -> Iterator[Binding]:
    if isinstance(statement, FuncDef):
        yield from () if statement.info else (Binding(statement.name, None, None),)
        yield from _parameters(statement)
    elif isinstance(statement, ClassDef):
        yield Binding(statement.name, None, None)
    elif isinstance(statement, Decorator):
        yield from _defined(statement.func)
    elif isinstance(statement, OverloadedFuncDef):
        for item in statement.unanalyzed_items:
            yield from _defined(item)


def _parameters(function: FuncDef | LambdaExpr) -> Iterator[Binding]:
    for argument in function.arguments:
        yield Binding(argument.variable.name, argument.variable, None)


def _assigned(target: Expression, value: Expression | None) -> Iterator[Binding]:
    """Yield what an assignment binds; ``x.shape = ...`` changes the array that ``x`` stands for."""
    if isinstance(target, NameExpr):
        yield Binding(target.name, target, value)
    elif isinstance(target, MemberExpr):
        yield from _assigned(target.expr, None) if isinstance(target.expr, NameExpr) else ()
    elif pairs := paired(target, value):
        for item, part in pairs:
            yield from _assigned(item, part)
    elif isinstance(target, TupleExpr | ListExpr | StarExpr):
        for item in unpacked(target):
            yield from _assigned(item, None)
