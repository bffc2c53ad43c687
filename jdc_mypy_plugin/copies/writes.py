"""The writes of a module to attributes, and which of them may be meant for a mutable copy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from mypy.nodes import CallExpr, Context, DelStmt, Expression, MypyFile, Statement

from ..syntax.body import Body
from ..syntax.index import INDEX
from ..syntax.names.named_writes import named_write
from ..syntax.names.targets import By, Target, members, targets, targets_within
from ..syntax.names.write_kinds import WriteKind
from ..syntax.places import Place, place


@dataclass(frozen=True, slots=True)
class Write:
    """One written attribute and whether it may belong to a mutable copy."""

    kind: WriteKind
    in_copy: bool
    value: Expression | None = None
    """The value of a plain assignment; None for every other write."""
    copier: str | None = None
    """Full name of the ``copy_and_mutate`` that made the copy, where nothing else can make the object writable."""

    @property
    def is_allowed(self) -> bool:
        """Return whether the object may take the write; a field can never be deleted."""
        return self.in_copy and self.kind is WriteKind.ASSIGN


@dataclass(slots=True)
class ModuleWrites:
    """Every write to an attribute in a module, by the place of the `MemberExpr`; calls of ``setattr`` too.

    Not by its identity: mypy checks copies of a function whose type variable has a list of constraints.
    """

    writes: dict[Place, Write] = field(default_factory=dict[Place, Write])
    setters: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    """The attributes that the setter of each property is certain to assign to, by the property's full name."""

    def of(self, node: Context) -> Write | None:
        """Return the write that a node is the target of."""
        return self.writes.get(place(node))


class Site(NamedTuple):
    """A place where a statement writes to an attribute."""

    place: Place
    kind: WriteKind
    owner: Expression
    """The object whose attribute it is."""
    value: Expression | None
    is_target: bool
    """True where the statement itself assigns, and not an expression in it."""


def sites_of(statement: Statement, expressions: Sequence[Expression]) -> Iterator[Site]:
    """Yield where a statement writes, given its expressions; its blocks are left out."""
    for part in expressions:
        for target in targets_within(part):
            yield from _sites(target, is_target=False)
        named = named_write(part) if isinstance(part, CallExpr) else None
        if named is not None:
            yield Site(place(part), named.kind, named.target, None, is_target=False)
    for target in targets(statement):
        yield from _sites(target, is_target=True)


def _sites(target: Target, *, is_target: bool) -> Iterator[Site]:
    kind = WriteKind.DELETE if target.by is By.DELETE else WriteKind.ASSIGN
    for member in members(target.expression):
        is_plain = is_target and target.by is By.ASSIGN and member is target.expression
        yield Site(place(member), kind, member.expr, target.value if is_plain else None, is_target)


def deleted_places(tree: MypyFile) -> frozenset[Place]:
    """Return the places of the attributes that a module deletes, which mypy takes for reads."""
    deletions = INDEX.of(tree).body.statements_of(DelStmt)
    return frozenset(place(member) for statement in deletions for member in members(statement.expr))


class Sites:
    """Reads where the statements of a module write, each statement once."""

    def __init__(self, body: Body) -> None:
        self._body = body
        self._read: dict[int, Sequence[Site]] = {}

    def at(self, position: int, statement: Statement) -> Sequence[Site]:
        """Return where a statement writes, its blocks left out."""
        known = self._read.get(position)
        if known is None:
            known = self._read[position] = list(sites_of(statement, self._body.written_at(position)))
        return known
