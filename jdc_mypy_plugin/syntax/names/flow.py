"""The value that a name has where it is used, if the order of the statements alone says so.

``x = jnp.ones((2, 3)); x = x.T; f(x)``: each use of ``x`` has one value. In a branch, a loop or another function
there may be several, and then nothing is said.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    ContinueStmt,
    Decorator,
    Expression,
    ForStmt,
    FuncDef,
    FuncItem,
    LambdaExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    OverloadedFuncDef,
    ReturnStmt,
    Statement,
    SymbolNode,
    TupleExpr,
    WhileStmt,
)

from ..index import INDEX
from ..per_module import PerModule
from .branches import Branches
from .variables import Variables

_FUNCTIONS: Final = (FuncDef, Decorator, OverloadedFuncDef)


class Parameter(NamedTuple):
    """The value of a name that nothing has bound since the function began."""

    function: FuncItem


class Flow:
    """The order of the statements of one module."""

    def __init__(self, tree: MypyFile) -> None:
        self._index = INDEX.of(tree)
        self.variables = Variables(self._index)
        self._branches = Branches(self._index, self.has_run)
        self._functions: list[Statement | None] = []
        """The function that each statement stands in; None for the module itself."""
        self._written: dict[tuple[NameExpr, bool, bool], Expression | Parameter | None] = {}
        """The values of variables where they are read, by name and how they are asked for."""
        statements = self._index.body.statements
        for owner in self._index.body.owners:
            around = statements[owner] if owner >= 0 else None
            if isinstance(around, _FUNCTIONS):
                self._functions.append(around.func if isinstance(around, Decorator) else around)
            else:
                self._functions.append(None if owner < 0 else self._functions[owner])
        self._said: dict[SymbolNode, list[NameExpr]] = defaultdict(list)
        for returning in self._index.body.statements_of(ReturnStmt):
            for value in returning.expr.items if isinstance(returning.expr, TupleExpr) else (returning.expr,):
                self._note(value)
        for annotated in self._index.body.statements_of(AssignmentStmt):
            if annotated.unanalyzed_type is not None:
                self._note(annotated.rvalue)

    def _note(self, value: Expression | None) -> None:
        if isinstance(value, NameExpr) and value.node is not None:
            self._said[value.node].append(value)

    def said_of(self, name: NameExpr) -> Sequence[NameExpr]:
        """Return where a variable is what a ``return`` gives back, or the value of an annotated assignment."""
        return () if name.node is None else self._said.get(name.node, ())

    def function_around(self, statement: Statement) -> FuncDef | None:
        """Return the function that a statement is in; one that is overloaded is not read."""
        position = self._index.position(statement)
        found = None if position is None else self._functions[position]
        return found if isinstance(found, FuncDef) else None

    def function_over(self, expression: Expression) -> FuncDef | None:
        """Return the function that an expression is in, in a lambda of it too; one that is overloaded is not read."""
        position = self._index.position_of(expression)
        found = None if position is None else self._functions[position]
        return found if isinstance(found, FuncDef) else None

    def value_at(
        self, name: NameExpr, *, joins: bool = False, is_first: bool = False
    ) -> Expression | Parameter | None:
        """Return what a variable of a function or the module holds where ``name`` reads it; None where it is open.

        Behind an ``if`` that is one value or the other, as an expression that no module writes, where ``joins``. In a
        loop it is what the variable holds in the first pass, where ``is_first``.
        """
        iterated = self.variables.iterated.get(name.node)
        if iterated is not None or name.node is None:
            return iterated
        key = name, joins, is_first
        if key not in self._written:
            self._written[key] = self._written_before(name, name.node, joins=joins, is_first=is_first)
        return self._written[key]

    def _written_before(
        self, name: NameExpr, variable: SymbolNode, *, joins: bool, is_first: bool
    ) -> Expression | Parameter | None:
        statement = self.statement_of(name)
        at = None if statement is None else self._index.position(statement)
        if at is None:
            return None
        function = self._functions[at]
        writes = self.variables.writes_of(variable)
        unnamed = self.variables.unnamed.get(name.name, ())
        is_shared = any(self._functions[each] is not function for each in writes.positions)
        is_open = is_shared or any(self._functions[each] is function for each in unnamed)
        following = bisect_left(writes.positions, at)
        last = following - 1
        binds_itself = following < len(writes.positions) and writes.positions[following] == at
        is_bound_here = binds_itself and not isinstance(statement, AssignmentStmt | OperatorAssignmentStmt)
        if is_open or is_bound_here:
            return None
        if self._is_written_again(writes.positions, following, at, is_first=is_first):
            return None
        if self._is_defined_since(name, writes.positions[last] if last >= 0 else -1, at):
            return None
        if last >= 0:
            has_run = self.has_run(writes.positions[last], at)
            joined = self._branches.value(writes, last, at) if joins and not has_run else None
            return writes.values[last] if has_run else joined
        owner = self.variables.functions.get(variable)
        return Parameter(owner) if isinstance(owner, FuncDef) and owner is function else None

    def _is_written_again(self, writes: Sequence[int], following: int, at: int, *, is_first: bool) -> bool:
        """Return whether an earlier pass of a loop may have written a variable, with writes from ``following`` on.

        In the first pass of the inner loop an outer one may be in a later pass: the inner one may have had no pass.
        """
        loops = [self._index.inside(loop).range for loop in self._loops(at)]
        passed = loops.pop(0) if is_first and loops else range(0)
        for inside in loops:
            if following and writes[following - 1] in inside:
                return False
            if any(each in inside and each not in passed for each in writes[following:]):
                return True
        return False

    def _is_defined_since(self, name: NameExpr, written: int, use: int) -> bool:
        """Return whether a function or class of the name may have been defined between a write and a use."""
        defined = self.variables.defined.get(name.name, ())
        here = [each for each in defined if self._functions[each] is self._functions[use]]
        if any(written < each < use for each in here):
            return written >= 0 or name.node in self.variables.functions
        loops = [self._index.inside(loop).range for loop in self._loops(use)] if here else []
        return any(each in inside for each in here for inside in loops if written not in inside)

    def statement_of(self, expression: Expression) -> Statement | None:
        """Return the statement that evaluates an expression; None inside a lambda, which runs later."""
        part = self._index.parent(expression)
        while isinstance(part, Expression):
            if isinstance(part, LambdaExpr | AssignmentExpr):
                return None
            part = self._index.parent(part)
        return part if isinstance(part, Statement) and not isinstance(part, _FUNCTIONS) else None

    def is_in_loop(self, position: int) -> bool:
        """Return whether the statement at a position may run again."""
        return any(True for _ in self._loops(position))

    def is_in_first_pass(self, expression: Expression) -> bool:
        """Return whether a statement of a loop comes to an expression in its first pass, if the loop runs at all.

        One that may go on to the next pass before, or take a branch, may not.
        """
        statement = self.statement_of(expression)
        position = None if statement is None else self._index.position(statement)
        if position is None or statement is None:
            return False
        statements, at, loops = self._index.body.statements, position, 0
        while (owner := self._index.body.owner_at(at)) >= 0 and not isinstance(statements[owner], _FUNCTIONS):
            loop = statements[owner]
            if not isinstance(loop, ForStmt | WhileStmt) or self._index.body.block_at(at) is not loop.body:
                return False
            skips = self._index.inside(loop).statements_of(ContinueStmt)
            if any((self._index.position(each) or 0) < position for each in skips):
                return False
            at, loops = owner, loops + 1
        return loops > 0

    def loop_around(self, one: int, other: int) -> Statement | None:
        """Return a loop of which the block holds two statements, one of them in a deeper block or not."""
        loops = [loop for loop in self._loops(one) if other in self._index.inside(loop).range]
        return next(iter(loops), None)

    def has_run(self, earlier: int, use: int) -> bool:
        """Return whether a statement of a function has run before a later one: its block holds that one."""
        body = self._index.body
        block = body.block_at(earlier)
        return any(body.block_at(each) is block for each in self._around(use))

    def _loops(self, use: int) -> Iterator[Statement]:
        statements = self._index.body.statements
        around = (statements[each] for each in self._around(use) if each != use)
        return (each for each in around if isinstance(each, ForStmt | WhileStmt))

    def _around(self, position: int) -> Iterator[int]:
        """Yield a position and those of the statements that it stands in, from the inside out."""
        while position >= 0:
            yield position
            position = self._index.body.owner_at(position)


FLOW: Final = PerModule(Flow)
