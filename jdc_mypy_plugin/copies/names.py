"""Names that may stand for a mutable copy, or for a part of one.

A name is followed generously: whatever a writable name was put into, taken out of, matched with or handed to is
writable too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mypy.nodes import AssignmentStmt, ClassDef, Decorator, Expression, FuncDef, NameExpr, Statement, WithStmt

from ..syntax.body import Body
from ..syntax.functions import Functions
from .bindings import Pair, put_by, put_within
from .keys import NOTHING, Keys, Mentions, keys
from .openings import names_maker, opened


class Binding(NamedTuple):
    """A target, and what is put into it."""

    target: Expression
    value: Expression
    keys: Keys
    """The names and attributes that the target stands for."""
    mentions: Keys
    """The names that occur in the value."""


class Names:
    """The names of one module, and what its statements put into them; each statement is read once."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self.mentions = Mentions()
        self._bindings: dict[int, Sequence[Binding]] = {}

    def bindings(self, body: Body) -> Iterator[Binding]:
        """Yield what a body puts into names, the targets of with statements left out."""
        for position, statement in zip(body.range, body.statements, strict=True):
            yield from self.bindings_at(position, statement)

    def bindings_at(self, position: int, statement: Statement) -> Sequence[Binding]:
        """Return what a statement puts into names, its blocks left out."""
        known = self._bindings.get(position)
        if known is None:
            known = self._bindings[position] = [self._binding(*pair) for pair in self._pairs(position, statement)]
        return known

    def _pairs(self, position: int, statement: Statement) -> Iterator[Pair]:
        yield from put_by(statement)
        for part in self.body.written_at(position):
            yield from put_within(part)

    def _binding(self, target: Expression, value: Expression) -> Binding:
        return Binding(target, value, frozenset(keys(target)), self.mentions.of(value))

    def aliases(self, body: Body, writable: Keys) -> Keys:
        """Add the names of a body that are bound to anything in which a writable name occurs."""
        if not writable:
            return writable
        bound = [(each.mentions, each.keys) for each in self.bindings(body) if each.keys]
        while True:
            found = writable.union(*(added for mentioned, added in bound if not mentioned.isdisjoint(writable)))
            if len(found) == len(writable):
                return writable
            writable = found

    def opened_in(self, body: Body) -> Keys:
        """Return the names that the with statements of a body make writable, and what they are put into."""
        return self.aliases(body, NOTHING.union(*map(opened, body.statements_of(WithStmt))))

    def opened_outside_functions(self) -> Keys:
        """Return the names that with statements outside of functions and classes make writable."""
        blocks = (each for each in self.body.outside_definitions() if isinstance(each, WithStmt))
        return NOTHING.union(*(self.aliases(self.body.inside(block), opened(block)) for block in blocks))

    def made_in(self, body: Body) -> Keys:
        """Return the names bound to a call of ``copy_and_mutate`` itself, as with an ``ExitStack``."""
        made = (each.keys for each in self.bindings(body) if names_maker(each.value))
        return self.aliases(body, NOTHING.union(*made))

    def without_replaced(self, statement: AssignmentStmt, rest: Body, writable: Keys, functions: Functions) -> Keys:
        """Leave out a name that a statement binds to a new object for good, made of nothing writable.

        ``rest`` is what follows the statement in its block.
        """
        targets = (target for target in statement.lvalues if isinstance(target, NameExpr))
        names = writable.intersection(found for target in targets for found in keys(target))
        made = functions.constructions(statement.rvalue) if names else []
        if not made or any(self.mentions.have(call, writable) for call in made):
            return writable
        if any(rest.statements_of(kind) for kind in (FuncDef, Decorator, ClassDef)):
            return writable
        later = NOTHING.union(*(each.keys for each in self.bindings(rest)))
        return writable - (names - later.union(*map(opened, rest.statements_of(WithStmt))))
