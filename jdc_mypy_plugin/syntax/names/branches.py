"""Names that the branches of an ``if`` may have bound: what they hold behind it is one value or the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from mypy.nodes import Block, ConditionalExpr, Expression, ForStmt, IfStmt, RaiseStmt, ReturnStmt, WhileStmt

from ..index import ModuleIndex
from .variables import Writes

_LEAVES: Final = (ReturnStmt, RaiseStmt)


class Branches:
    """The branches that bind names in one module."""

    def __init__(self, index: ModuleIndex, has_run: Callable[[int, int], bool]) -> None:
        self._body = index.body
        self._has_run = has_run
        self._joined: dict[tuple[Expression, Expression], ConditionalExpr] = {}

    def value(self, writes: Writes, last: int, use: int) -> Expression | None:
        """Return ``b if condition else a`` where the last write before a use is in a branch; None if it is open."""
        position = self._body.owner_at(writes.positions[last])
        choice = self._body.statements[position] if position >= 0 else None
        if not isinstance(choice, IfStmt) or len(choice.body) != 1 or not self._has_run(position, use):
            return None
        if use in self._body.inside(choice).range:
            return None
        branches = [block for block in (choice.body[0], choice.else_body) if block is None or not _leaves(block)]
        values = [self._behind(block, position, writes) for block in branches]
        known = [value for value in values if value is not None]
        if not known or len(known) < len(values):
            return None
        return known[0] if len(known) == 1 else self._either(choice, known[0], known[1])

    def _either(self, choice: IfStmt, one: Expression, other: Expression) -> Expression:
        if (one, other) not in self._joined:
            joined = self._joined[one, other] = ConditionalExpr(choice.expr[0], one, other)
            joined.set_line(choice)
        return self._joined[one, other]

    def _behind(self, block: Block | None, choice: int, writes: Writes) -> Expression | None:
        """Return what a variable holds behind a branch, or the missing one; None where that is open."""
        inside = self._body.inside(self._body.statements[choice]).range
        written = [number for number, at in enumerate(writes.positions) if at in inside]
        own = [number for number in written if self._block_of(writes.positions[number], choice) is block]
        if own:
            is_last = self._body.block_at(writes.positions[own[-1]]) is block
            return writes.values[own[-1]] if is_last else None
        before = written[0] - 1
        if before < 0 or not self._has_run(writes.positions[before], choice):
            return None
        for loop in self._loops(choice):
            others = [at for at in writes.positions if at in loop and at not in inside]
            if others and writes.positions[before] not in loop:
                return None
        return writes.values[before]

    def _block_of(self, position: int, choice: int) -> Block | None:
        """Return the branch that a statement is in, in a deeper block of it too."""
        while self._body.owner_at(position) != choice:
            position = self._body.owner_at(position)
        return self._body.block_at(position)

    def _loops(self, position: int) -> Iterator[range]:
        while position >= 0:
            statement = self._body.statements[position]
            if isinstance(statement, ForStmt | WhileStmt):
                yield self._body.inside(statement).range
            position = self._body.owner_at(position)


def _leaves(block: Block) -> bool:
    """Return whether a branch leaves the function at its end."""
    return bool(block.body) and isinstance(block.body[-1], _LEAVES)
