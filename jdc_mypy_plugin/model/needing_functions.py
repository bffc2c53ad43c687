"""The values that a function is certain to ask of what it is given, as it is written.

A value is kept as a list: the code that asks for it, the name of the function that has this code, a parameter, and
the attributes that lead from there to the value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import (
    AssertStmt,
    AssignmentStmt,
    CallExpr,
    ConditionalExpr,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IfStmt,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    ReturnStmt,
    Statement,
    UnaryExpr,
    WhileStmt,
)

from ..syntax.arguments import argument, bound, has_stars
from ..syntax.targets import row
from ..syntax.walk import children
from .array_functions import SIZED
from .returning_functions import Imported, Reader, Said, paths_in

BRANCH: Final = "branch"
"""Python asks if the value is true."""
SIZE: Final = "size"
"""The value is a shape, a size or the end of a range."""

Asked = list[str]
"""One value that is asked for, as the docstring of the module says."""
_ASKING: Final = (AssertStmt, IfStmt, WhileStmt)
_RANGE: Final = "range"
_ARANGE: Final = "arange"


def needs_of(
    name: str, imported: Imported, functions: Mapping[str, FuncDef], known: Mapping[str, Sequence[Asked]]
) -> list[Asked]:
    """Return the values that a function asks for before it may return; ``known`` has those of its module."""
    function = functions[name]
    if function.is_coroutine or function.is_generator:
        return []
    reader = Reader(function, imported)
    asking = _Asking(reader, name, functions, known)
    found: list[Asked] = []
    for statement in function.body.body:
        found += (each for each in asking.asked_by(statement) if each not in found)
        if not reader.takes(statement):
            break
    return found


class _Asking:
    """Reads the values that a statement asks for."""

    def __init__(
        self, reader: Reader, name: str, functions: Mapping[str, FuncDef], known: Mapping[str, Sequence[Asked]]
    ) -> None:
        self._reader, self._name, self._functions, self._known = reader, name, functions, known

    def asked_by(self, statement: Statement) -> Iterator[Asked]:
        """Yield the values that a statement is certain to ask for."""
        first = _first(statement)
        for part in () if first is None else _evaluated(first):
            yield from self._by_expression(part)
        if first is not None and isinstance(statement, _ASKING):
            yield from self._at(BRANCH, _decided(first))

    def _by_expression(self, part: Expression) -> Iterator[Asked]:
        if isinstance(part, ConditionalExpr):
            yield from self._at(BRANCH, _decided(part.cond))
        elif isinstance(part, CallExpr) and not has_stars(part):
            for size in self._sizes(part):
                yield from self._at(SIZE, size)
            yield from self._by_function(part)

    def _at(self, kind: str, value: Expression) -> Iterator[Asked]:
        for path in paths_in(self._reader.read(value)):
            yield [kind, self._name, *path[1:]]

    def _sizes(self, call: CallExpr) -> Sequence[Expression]:
        callee = call.callee
        if isinstance(callee, NameExpr):
            is_own = self._reader.binds(callee.name) or callee.name in self._functions
            return call.args if callee.name == _RANGE and not is_own else ()
        if not isinstance(callee, MemberExpr) or not self._reader.is_numpy(callee.expr):
            return ()
        if callee.name == _ARANGE:
            return call.args[:3]
        given = argument(call, *SIZED[callee.name]) if callee.name in SIZED else None
        return () if given is None else row(given) or (given,)

    def _by_function(self, call: CallExpr) -> Iterator[Asked]:
        """Yield what another function of the module asks of the arguments."""
        name = call.callee.name if isinstance(call.callee, NameExpr) else ""
        if name not in self._known or self._reader.binds(name):
            return
        names = [each.variable.name for each in self._functions[name].arguments if not each.kind.is_star()]
        given = {filled: value for value, filled in bound(call, list(names)) if filled is not None}
        for kind, where, parameter, *attributes in self._known[name]:
            said: Said = self._reader.read(given[parameter]) if parameter in given else ""
            for attribute in attributes:
                said = self._reader.part(said, attribute)
            yield from ([kind, where, *path[1:]] for path in paths_in(said))


def _first(statement: Statement) -> Expression | None:
    """Return the expression that a statement evaluates first."""
    if isinstance(statement, AssignmentStmt):
        return statement.rvalue
    if isinstance(statement, IfStmt):
        return statement.expr[0]
    if isinstance(statement, ReturnStmt | ExpressionStmt | ForStmt | WhileStmt | AssertStmt):
        return statement.expr
    return None


def _evaluated(expression: Expression) -> Iterator[Expression]:
    """Yield the parts of an expression that Python is certain to evaluate, and itself."""
    yield expression
    parts = children(expression)
    if isinstance(expression, ConditionalExpr):
        parts = (expression.cond,)
    elif isinstance(expression, OpExpr) and expression.op in ("and", "or"):
        parts = (expression.left,)
    elif isinstance(expression, GeneratorExpr | DictionaryComprehension):
        parts = expression.sequences[:1]
    elif isinstance(expression, LambdaExpr):
        parts = ()
    for each in parts:
        yield from _evaluated(each)


def _decided(condition: Expression) -> Expression:
    """Return what Python asks the truth of first in a condition."""
    while isinstance(condition, UnaryExpr | OpExpr):
        if isinstance(condition, UnaryExpr) and condition.op == "not":
            condition = condition.expr
        elif isinstance(condition, OpExpr) and condition.op in ("and", "or"):
            condition = condition.left
        else:
            break
    return condition
