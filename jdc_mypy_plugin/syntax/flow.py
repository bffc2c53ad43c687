"""The value that a name has where it is used, if the order of the statements alone says so.

``x = jnp.ones((2, 3)); x = x.T; f(x)``: each use of ``x`` has one value. In a branch, a loop or another function
there may be several, and then nothing is said.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    Block,
    Decorator,
    Expression,
    ForStmt,
    FuncDef,
    FuncItem,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    OverloadedFuncDef,
    ReturnStmt,
    Statement,
    SymbolNode,
    WhileStmt,
)

from .functions import parameters
from .index import INDEX
from .per_module import PerModule
from .targets import By, paired, row, targets, targets_within, unpacked
from .walk import blocks

if TYPE_CHECKING:
    from .index import ModuleIndex

_FUNCTIONS: Final = (FuncDef, Decorator, OverloadedFuncDef)


class Parameter(NamedTuple):
    """What a name stands for that nothing has bound since the function began."""

    function: FuncItem


@dataclass(slots=True)
class _Writes:
    """What binds one variable, in source order."""

    positions: list[int] = field(default_factory=list[int])
    """Those of the statements in the module."""
    values: list[Expression | None] = field(default_factory=list[Expression | None])
    """None where the value is not written out, the item of a loop say, or where ``:=`` may be passed over."""
    functions: set[Statement | None] = field(default_factory=set[Statement | None])
    """The functions that the statements stand in; None for the module itself."""


class _Place(NamedTuple):
    """Where a statement stands."""

    block: Block | None
    """None at the top of the module."""
    around: Statement | None


class Flow:
    """The order of the statements of one module."""

    def __init__(self, tree: MypyFile) -> None:
        self._index = INDEX.of(tree)
        self._places: dict[Statement, _Place] = {}
        for statement in self._index.body.statements:
            for block in blocks(statement):
                self._places.update(dict.fromkeys(block.body, _Place(block, statement)))
        self._writes: dict[SymbolNode, _Writes] = defaultdict(_Writes)
        for position, statement in enumerate(self._index.body.statements):
            for target, value in _written(statement, self._index):
                if target.node is not None:
                    writes = self._writes[target.node]
                    writes.positions.append(position)
                    writes.values.append(value)
                    writes.functions.add(self._function_around(statement))
        self._returns: dict[SymbolNode, list[ReturnStmt]] = defaultdict(list)
        for returning in self._index.body.statements_of(ReturnStmt):
            if isinstance(returning.expr, NameExpr) and returning.expr.node is not None:
                self._returns[returning.expr.node].append(returning)
        self._parameters: dict[SymbolNode, FuncItem] = {
            variable: function for function in _functions(self._index) for variable in parameters(function)
        }

    def function_of(self, parameter: SymbolNode | None) -> FuncItem | None:
        """Return the function that a variable is a parameter of."""
        return None if parameter is None else self._parameters.get(parameter)

    def returns_of(self, name: NameExpr) -> Sequence[ReturnStmt]:
        """Return the statements that return a variable."""
        return () if name.node is None else self._returns.get(name.node, ())

    def function_around(self, statement: Statement) -> FuncDef | None:
        """Return the function that a statement is in; one that is overloaded is not read."""
        found = self._function_around(statement)
        return found if isinstance(found, FuncDef) else None

    def value_at(self, name: NameExpr) -> Expression | Parameter | None:
        """Return what a variable of a function or the module holds where ``name`` reads it; None where it is open."""
        statement = self.statement_of(name)
        at = None if statement is None else self._index.position(statement)
        if statement is None or at is None or name.node is None:
            return None
        function = self._function_around(statement)
        writes = self._writes.get(name.node, _NONE)
        if writes.functions - {function}:
            return None
        last, following = bisect_left(writes.positions, at) - 1, bisect_left(writes.positions, at)
        binds_itself = following < len(writes.positions) and writes.positions[following] == at
        if binds_itself and not isinstance(statement, AssignmentStmt | OperatorAssignmentStmt):
            return None
        for loop in self._loops(statement):
            inside = self._index.inside(loop).range
            if last >= 0 and writes.positions[last] in inside:
                break
            if following < len(writes.positions) and writes.positions[following] in inside:
                return None
        if last >= 0:
            return writes.values[last] if self._is_certain(writes.positions[last], statement) else None
        owner = self._parameters.get(name.node)
        return Parameter(owner) if isinstance(owner, FuncDef) and owner is function else None

    def statement_of(self, expression: Expression) -> Statement | None:
        """Return the statement that evaluates an expression; None inside a lambda, which runs later."""
        part = self._index.parent(expression)
        while isinstance(part, Expression):
            if isinstance(part, LambdaExpr | AssignmentExpr):
                return None
            part = self._index.parent(part)
        return part if isinstance(part, Statement) and not isinstance(part, _FUNCTIONS) else None

    def _is_certain(self, write: int, use: Statement) -> bool:
        """Return whether a statement of a function has run before another: it precedes it, or what holds it."""
        block = self._place(self._index.body.statements[write]).block
        return any(self._place(each).block is block for each in self._around(use))

    def _loops(self, use: Statement) -> Iterator[Statement]:
        return (each for each in self._around(use) if each is not use and isinstance(each, ForStmt | WhileStmt))

    def _around(self, statement: Statement) -> Iterator[Statement]:
        """Yield a statement and those that it stands in, from the inside out."""
        each: Statement | None = statement
        while each is not None:
            yield each
            each = self._place(each).around

    def _function_around(self, statement: Statement) -> Statement | None:
        found = next((each for each in self._around(statement) if isinstance(each, _FUNCTIONS)), None)
        return found.func if isinstance(found, Decorator) else found

    def _place(self, statement: Statement) -> _Place:
        return self._places.get(statement, _Place(None, None))


def _written(statement: Statement, index: ModuleIndex) -> Iterator[tuple[NameExpr, Expression | None]]:
    """Yield the names that a statement binds, ``:=`` in it too, each with the value that it gets."""
    position = index.position(statement)
    within = index.body.written_at(position) if position is not None else ()
    for part in within:
        yield from ((each.expression, None) for each in targets_within(part) if isinstance(each.expression, NameExpr))
        if isinstance(part, MemberExpr) and part.name == "resize" and isinstance(part.expr, NameExpr):
            yield part.expr, None
    for target in targets(statement):
        value = target.value if target.by is By.ASSIGN else None
        pairs: list[tuple[Expression, Expression | None]] = [*paired(target.expression, value)]
        for expression, given in pairs or [(target.expression, value)]:
            if isinstance(expression, NameExpr):
                yield expression, given
            elif given is not None and row(expression):
                yield from _unpacked(row(expression), given)
            else:
                yield from ((each, None) for each in map(_variable, unpacked(expression)) if each is not None)


def _unpacked(items: Sequence[Expression], value: Expression) -> Iterator[tuple[NameExpr, Expression | None]]:
    """Yield the names of ``a, b = value`` with ``value[0]`` and ``value[1]``, which the module does not write."""
    for position, item in enumerate(items):
        if isinstance(item, NameExpr):
            part = IndexExpr(value, IntExpr(position))
            part.set_line(item)
            yield item, part
        else:
            yield from ((each, None) for each in map(_variable, unpacked(item)) if each is not None)


def _variable(target: Expression) -> NameExpr | None:
    """Return the variable that is bound, or whose array gets another shape: ``x.shape = ...``."""
    bound = target.expr if isinstance(target, MemberExpr) else target
    return bound if isinstance(bound, NameExpr) else None


def _functions(index: ModuleIndex) -> Iterator[FuncItem]:
    yield from index.body.statements_of(FuncDef)
    yield from (each.func for each in index.body.statements_of(Decorator))
    for overloaded in index.body.statements_of(OverloadedFuncDef):
        for item in overloaded.unanalyzed_items:
            yield item.func if isinstance(item, Decorator) else item


_NONE: Final = _Writes()

FLOW: Final = PerModule(Flow)
