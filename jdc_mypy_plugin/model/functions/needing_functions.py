"""The values that a function is certain to ask of what it is given, as it is written.

A value is kept as a list: the code that asks for it, the name of the function that has this code, a parameter, and
the attributes that lead from there to the value. A call of a function of another module, which may ask for what it is
given, is kept in the same form, with a word for the argument in the place of the function's name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import (
    AssertStmt,
    AssignmentStmt,
    CallExpr,
    ConditionalExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IfStmt,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    ReturnStmt,
    SliceExpr,
    Statement,
    TupleExpr,
    UnaryExpr,
    WhileStmt,
)

from jdc_spec.libraries import MODULES

from ...syntax.arguments import argument, bound, has_stars
from ...syntax.names.targets import row
from ...syntax.walk import children
from ..modules.imported_names import Imported
from .array_functions import EXCUSED, OF_A_NUMBER, SHAPED
from .returning_functions import METHODS, Reader
from .said_values import AT, Said, is_written_out, paths_in

BRANCH: Final = "branch"
"""Python asks if the value is true."""
SIZE: Final = "size"
"""The value is a shape, a size, or the end of a range or a slice."""
NUMBER: Final = "number"
"""The value becomes a number of Python, or the index of a dict, a list or a tuple of Python."""
CALL: Final = "call "
"""A function of another module gets the value: its full name follows, or a dot and the name of a method of it."""
CALCULATED_ARGUMENT: Final = "+"
"""The end of the word for an argument that is calculated of the value."""

Asked = list[str]
"""One value that is asked for, as the docstring of the module says."""
_ASKING: Final = (AssertStmt, IfStmt, WhileStmt)
_PARTS: Final = (ConditionalExpr, SliceExpr, IndexExpr, CallExpr)
"""Expressions that may ask for a value of a part."""
_CHOOSING: Final = (ConditionalExpr, OpExpr, GeneratorExpr, DictionaryComprehension, LambdaExpr)
"""Expressions of which Python may leave parts out."""
_RANGE: Final = "range"
_ARANGES: Final = ("jax.numpy.arange", "numpy.arange")
_NUMBERS: Final = ("bool", "complex", "float", "int")
_READING: Final = ("item", "tolist")
_OF_ARRAYS: Final = METHODS | {"append", "item", "replace", "reshape", "tolist"}
"""Methods that are hardly ones of a project's class."""
_MATH: Final = "math"
_OTHERS: Final = MODULES | {"jax", "jaxlib", "numpy", "builtins", "dataclasses", "functools", "math", "typing"}
"""Packages that are no part of a project."""


def needs_of(
    name: str,
    imported: Imported,
    functions: Mapping[str, FuncDef],
    known: Mapping[str, Sequence[Asked]],
    *,
    follows: bool,
) -> list[Asked]:
    """Return the values that a function asks for before it may return; ``known`` has those of its module.

    Calls that leave the module are among them if it ``follows`` them.
    """
    function = functions[name]
    if function.is_coroutine or function.is_generator:
        return []
    reader = Reader(function, imported)
    asking = _Asking(reader, name, functions, known)
    found: list[Asked] = []
    for statement in function.body.body:
        asked = (each for each in asking.asked_by(statement) if follows or not each[0].startswith(CALL))
        found += (each for each in asked if each not in found)
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
        first = first_evaluated(statement)
        for part in () if first is None else evaluated(first):
            if isinstance(part, _PARTS):
                yield from self._by_expression(part)
        if first is not None and isinstance(statement, _ASKING):
            yield from self._at(BRANCH, _decided(first))

    def _by_expression(self, part: Expression) -> Iterator[Asked]:
        if isinstance(part, ConditionalExpr):
            yield from self._at(BRANCH, _decided(part.cond))
        elif isinstance(part, SliceExpr):
            for bound_ in (part.begin_index, part.end_index, part.stride):
                yield from () if bound_ is None else self._at(SIZE, bound_)
        elif isinstance(part, IndexExpr) and isinstance(part.base, DictExpr | ListExpr | TupleExpr):
            yield from self._at(NUMBER, part.index)
        elif isinstance(part, CallExpr) and not has_stars(part):
            for kind, value in self._asked_of(part):
                yield from self._at(kind, value)
            yield from self._by_function(part)
            yield from self._handed_on(part)

    def _at(self, kind: str, value: Expression) -> Iterator[Asked]:
        for path in paths_in(self._reader.read(value)):
            yield [kind, self._name, *path[1:]]

    def _asked_of(self, call: CallExpr) -> Iterator[tuple[str, Expression]]:
        """Yield the arguments of which a function of Python or JAX needs the value."""
        callee, full = call.callee, self._reader.full_name(call.callee)
        module, _, name = full.rpartition(".")
        if isinstance(callee, NameExpr) and not full:
            is_own = self._reader.binds(callee.name) or callee.name in self._functions
            kind = SIZE if callee.name == _RANGE else NUMBER if callee.name in _NUMBERS else None
            yield from () if is_own or kind is None else ((kind, each) for each in call.args)
        elif isinstance(callee, MemberExpr) and callee.name in _READING and not call.args:
            yield NUMBER, callee.expr
        elif module == _MATH and name in OF_A_NUMBER:
            yield from ((NUMBER, each) for each in call.args)
        elif full in _ARANGES:
            yield from ((SIZE, each) for each in call.args[:3])
        elif full in SHAPED and EXCUSED not in call.arg_names:
            given = argument(call, *SHAPED[full])
            yield from () if given is None else ((SIZE, each) for each in row(given) or (given,))

    def _handed_on(self, call: CallExpr) -> Iterator[Asked]:
        """Yield what a function of another module of the project is given, or a method of an object."""
        callee, full = call.callee, self._reader.full_name(call.callee)
        if full and full.partition(".")[0] not in _OTHERS:
            for place, (name, value) in enumerate(zip(call.arg_names, call.args, strict=True)):
                yield from self._given(f"{CALL}{full}", name or str(place), self._reader.read(value))
        elif not full and isinstance(callee, MemberExpr) and callee.name not in _OF_ARRAYS:
            owner = self._reader.read(callee.expr)
            if is_written_out(owner) and owner[0] == AT:
                yield [f"{CALL}.{callee.name}", "", *owner[1:]]

    def _given(self, kind: str, word: str, said: Said) -> Iterator[Asked]:
        for path in paths_in(said):
            yield [kind, word if said[0] == AT else word + CALCULATED_ARGUMENT, *path[1:]]

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


def first_evaluated(statement: Statement) -> Expression | None:
    """Return the expression that a statement evaluates first."""
    if isinstance(statement, AssignmentStmt):
        return statement.rvalue
    if isinstance(statement, IfStmt):
        return statement.expr[0]
    if isinstance(statement, ReturnStmt | ExpressionStmt | ForStmt | WhileStmt | AssertStmt):
        return statement.expr
    return None


def evaluated(expression: Expression) -> list[Expression]:
    """Return an expression and the parts of it that Python is certain to evaluate, in source order."""
    found: list[Expression] = []
    left = [expression]
    while left:
        part = left.pop()
        found.append(part)
        left.extend(reversed(_certain(part)))
    return found


def _certain(expression: Expression) -> Sequence[Expression]:
    """Return the parts directly in an expression that Python is certain to evaluate."""
    if not isinstance(expression, _CHOOSING):
        return children(expression)
    if isinstance(expression, ConditionalExpr):
        return (expression.cond,)
    if isinstance(expression, OpExpr):
        return (expression.left,) if expression.op in ("and", "or") else children(expression)
    return expression.sequences[:1] if isinstance(expression, GeneratorExpr | DictionaryComprehension) else ()


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
