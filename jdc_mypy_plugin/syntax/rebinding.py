"""Names and attributes that a module binds more than once, so that their first value does not say what they hold."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    ClassDef,
    Context,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    SymbolNode,
)

from .body import Body
from .places import Place, place
from .targets import targets, unpacked


class _Bound(NamedTuple):
    """What the statements of a module bind."""

    counts: Counter[str]
    """How often each name is bound, whatever scope or object it is of."""
    names: Mapping[Place, Sequence[str]]
    """The names that each value is assigned to."""


class Rebinding:
    """The names of one module that are bound more than once."""

    def __init__(self, body: Body) -> None:
        self._body = body

    def is_rebound(self, value: Context) -> bool:
        """Return whether a value is assigned to a name that is bound somewhere else too.

        A function under a decorator is, where another branch of an ``if`` defines the function too.
        """
        if isinstance(value, Decorator):
            nodes = (value, value.func, value.var)
            return value.func.original_def is not None or not self._first_definitions.isdisjoint(nodes)
        return any(self._bound.counts[name] > 1 for name in self._bound.names.get(place(value), ()))

    def binds(self, name: str) -> bool:
        """Return whether a definition or a statement binds a name, in any scope or object; imports do not count."""
        return self._bound.counts[name] > 0

    def binds_again(self, name: str) -> bool:
        """Return whether definitions and statements bind a name more than once, in any scope or object."""
        return self._bound.counts[name] > 1

    @functools.cached_property
    def _first_definitions(self) -> frozenset[SymbolNode]:
        """The functions that mypy compares with a second definition of each."""
        functions = [*self._body.statements_of(FuncDef), *(each.func for each in self._body.statements_of(Decorator))]
        return frozenset(each.original_def for each in functions if each.original_def is not None)

    @functools.cached_property
    def _bound(self) -> _Bound:
        counts: Counter[str] = Counter()
        bound: dict[Place, list[str]] = {}
        for statement in self._body.statements:
            if isinstance(statement, FuncDef | Decorator | ClassDef):
                counts[statement.name] += 1
            names = [
                name for target in targets(statement) for name in map(_name, unpacked(target.expression)) if name
            ]
            counts.update(names)
            if isinstance(statement, AssignmentStmt):
                bound[place(statement.rvalue)] = names
        return _Bound(counts, bound)


def _name(target: Expression) -> str:
    return target.name if isinstance(target, NameExpr | MemberExpr) else ""
