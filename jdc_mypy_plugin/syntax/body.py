"""The statements of a body and the expressions in them, as two lists in source order."""

from __future__ import annotations

import functools
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar, cast

from mypy.nodes import (
    Block,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    Node,
    OverloadedFuncDef,
    Statement,
)

from .names.targets import Target, targets, targets_within, unpacked
from .walk import BLOCKS, EXPRESSIONS, blocks, collect

StatementT = TypeVar("StatementT", bound=Statement)
ExpressionT = TypeVar("ExpressionT", bound=Expression)


class Walk:
    """One walk over statements, which makes both lists; what is inside a statement is a range of each.

    The expressions wait until somebody asks for one: many ask for statements alone.
    """

    def __init__(self, body: Sequence[Statement]) -> None:
        self.statements: list[Statement] = []
        self.ends: list[int] = []
        """The position of the first statement after each one and what is inside it."""
        self.owners: list[int] = []
        """The position of the statement around each one; -1 at the top."""
        self.blocks: list[Block | None] = []
        """The block that each stands in; None at the top."""
        self._inside: dict[int, Body] = {}
        self._read(body, -1, None)

    def _read(self, body: Sequence[Statement], owner: int, around: Block | None) -> None:
        for statement in body:
            position = len(self.statements)
            self.statements.append(statement)
            self.ends.append(position + 1)
            self.owners.append(owner)
            self.blocks.append(around)
            list_blocks = BLOCKS.get(type(statement))
            if list_blocks is not None:
                for block in list_blocks(statement):
                    self._read(block.body, position, block)
                self.ends[position] = len(self.statements)

    @functools.cached_property
    def positions(self) -> dict[Statement, int]:
        """The position of each statement; that of the decorators for a decorated function.

        The signatures and the implementation of an overloaded function stand where the first of them does.
        """
        found = {statement: position for position, statement in enumerate(self.statements)}
        found.update([(part, at) for each, at in found.items() for part in _overloads(each)])
        decorated = [(each.func, at) for each, at in found.items() if isinstance(each, Decorator)]
        return {**found, **dict(decorated)}

    def inside(self, position: int) -> Body:
        """Return what is in the blocks of the statement at a position; it lists its parts once for all that ask."""
        if position not in self._inside:
            self._inside[position] = Body(self, position + 1, self.ends[position])
        return self._inside[position]

    def expressions(self, first: int, end: int) -> Sequence[Expression]:
        """Return the expressions of the statements from one position to another."""
        expressions, starts, _ = self._expressions
        return expressions[starts[first] : starts[end]]

    @property
    def parents(self) -> dict[Expression, Node]:
        """The statement or expression that each expression is written directly in."""
        return self._expressions.parents

    def placed(self, kinds: Container[type[Expression]]) -> Iterator[tuple[int, Expression]]:
        """Yield the expressions of some classes, each with the position of its statement."""
        expressions, starts, _ = self._expressions
        for number, expression in enumerate(expressions):
            if type(expression) in kinds:
                yield bisect_right(starts, number) - 1, expression

    @functools.cached_property
    def _expressions(self) -> _Expressions:
        found = _Expressions([], [], {})
        for statement in self.statements:
            found.starts.append(len(found.all))
            list_them = EXPRESSIONS.get(type(statement))
            for part in _overloads(statement):
                collect(EXPRESSIONS[type(part)](part), part, found.all, found.parents)
            if list_them is not None and not _overloads(statement):
                collect(list_them(statement), statement, found.all, found.parents)
        found.starts.append(len(found.all))
        return found


def _overloads(statement: Statement) -> Sequence[Statement]:
    """Return the parts of a function under `typing.overload`; none of a property, whose parts mypy groups alike."""
    parts = statement.unanalyzed_items if isinstance(statement, OverloadedFuncDef) else []
    first = parts[0].original_decorators if parts and isinstance(parts[0], Decorator) else []
    is_overloaded = any(isinstance(each, NameExpr | MemberExpr) and each.name == "overload" for each in first)
    return parts if is_overloaded else ()


class _Expressions(NamedTuple):
    """The expressions of a walk, in source order."""

    all: list[Expression]
    starts: list[int]
    """The number of each statement's first; one more at the end."""
    parents: dict[Expression, Node]


class Body:
    """A range of a walk: some statements that follow each other, and everything inside them."""

    def __init__(self, walk: Walk, first: int = 0, end: int | None = None) -> None:
        self._walk = walk
        self.range = range(first, len(walk.statements) if end is None else end)
        """The positions of its statements."""
        self._statements: dict[type[Statement], Sequence[Statement]] = {}
        self._expressions: dict[type[Expression], Sequence[Expression]] = {}

    @functools.cached_property
    def statements(self) -> Sequence[Statement]:
        """Its statements, nested ones included."""
        return self._walk.statements[self.range.start : self.range.stop]

    @functools.cached_property
    def expressions(self) -> Sequence[Expression]:
        """Its expressions, those inside others included."""
        return self._walk.expressions(self.range.start, self.range.stop)

    def statements_of(self, kind: type[StatementT]) -> Sequence[StatementT]:
        """Return the statements of a class."""
        if kind not in self._statements:
            self._statements[kind] = [each for each in self.statements if type(each) is kind]
        return cast("list[StatementT]", self._statements[kind])

    def expressions_of(self, kind: type[ExpressionT]) -> Sequence[ExpressionT]:
        """Return the expressions of a class."""
        if kind not in self._expressions:
            self._expressions[kind] = [each for each in self.expressions if type(each) is kind]
        return cast("list[ExpressionT]", self._expressions[kind])

    @functools.cached_property
    def references(self) -> Sequence[NameExpr | MemberExpr]:
        """Its names and attributes."""
        return [*self.expressions_of(NameExpr), *self.expressions_of(MemberExpr)]

    @functools.cached_property
    def targets(self) -> Sequence[Target]:
        """The targets of its statements, and then those of expressions; not the names of definitions and imports."""
        bound = [target for statement in self.statements for target in targets(statement)]
        return [*bound, *(target for part in self.expressions for target in targets_within(part))]

    def binding(self, name: str) -> Sequence[Statement]:
        """Return its statements that bind a name as a target, or as a part of one."""
        return self._binding.get(name, ())

    @functools.cached_property
    def _binding(self) -> Mapping[str, Sequence[Statement]]:
        found: defaultdict[str, list[Statement]] = defaultdict(list)
        for statement in self.statements:
            parts = [part for target in targets(statement) for part in unpacked(target.expression)]
            for name in {part.name for part in parts if isinstance(part, NameExpr)}:
                found[name].append(statement)
        return dict(found)

    def references_of(self, name: str) -> Sequence[NameExpr | MemberExpr]:
        """Return its names and attributes that are spelled so."""
        return self._by_name.get(name, ())

    def mentions(self, names: Iterable[str]) -> bool:
        """Return whether a name or an attribute is spelled as one of some names."""
        return any(name in self._by_name for name in names)

    def spellings(self) -> Collection[str]:
        """Return all names and attributes, each once."""
        return self._by_name.keys()

    @functools.cached_property
    def _by_name(self) -> Mapping[str, Sequence[NameExpr | MemberExpr]]:
        found: defaultdict[str, list[NameExpr | MemberExpr]] = defaultdict(list)
        for each in self.references:
            found[each.name].append(each)
        return dict(found)

    @property
    def owners(self) -> Sequence[int]:
        """The position of the statement around each one of the module; -1 at the top."""
        return self._walk.owners

    def owner_at(self, position: int) -> int:
        """Return the position of the statement around the one at a position; -1 at the top of the module."""
        return self._walk.owners[position]

    def block_at(self, position: int) -> Block | None:
        """Return the block that the statement at a position stands in; None at the top of the module."""
        return self._walk.blocks[position]

    def written_at(self, position: int) -> Sequence[Expression]:
        """Return the expressions of the statement at a position, its blocks left out."""
        return self._walk.expressions(position, position + 1)

    def top(self) -> Iterator[tuple[int, Statement]]:
        """Yield the statements that are not inside others of it, with their positions."""
        position = self.range.start
        while position < self.range.stop:
            yield position, self._walk.statements[position]
            position = self._walk.ends[position]

    def outside_definitions(self) -> Iterator[Statement]:
        """Yield its statements, those in functions and classes left out."""
        position = self.range.start
        while position < self.range.stop:
            statement = self._walk.statements[position]
            yield statement
            is_definition = isinstance(statement, FuncDef | Decorator | OverloadedFuncDef | ClassDef)
            position = self._walk.ends[position] if is_definition else position + 1

    def after(self, position: int) -> Body:
        """Return what follows the statement at a position."""
        return Body(self._walk, self._walk.ends[position], self.range.stop)

    def inside(self, statement: Statement) -> Body:
        """Return what is in the blocks of a statement."""
        position = self._walk.positions.get(statement)
        if position is None:
            return Body(Walk([inner for block in blocks(statement) for inner in block.body]))
        return self._walk.inside(position)

    def blocks_of(self, statement: Statement) -> Iterator[Body]:
        """Yield each block of a statement of it; methods that mypy has made meanwhile are left out."""
        for block in blocks(statement):
            known = [at for each in block.body if (at := self._walk.positions.get(each)) is not None]
            if known:
                yield Body(self._walk, known[0], self._walk.ends[known[-1]])
