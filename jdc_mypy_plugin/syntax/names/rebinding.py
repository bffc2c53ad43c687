"""Names and attributes that a module binds more than once, so that their first value does not say what they hold."""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    ClassDef,
    Context,
    Decorator,
    FuncDef,
    MemberExpr,
    NameExpr,
    Statement,
    SymbolNode,
    Var,
)

from ..body import Body
from ..places import Place, place
from .targets import targets, unpacked


class _Bound(NamedTuple):
    """The names and places that the statements of a module bind."""

    counts: Counter[str]
    """How often each name is bound, whatever scope or object it is of."""
    variables: Counter[Var]
    """How often each variable is bound."""
    targets: Mapping[Place, Sequence[NameExpr | MemberExpr]]
    """The names and attributes that each value is assigned to."""


class Rebinding:
    """The names of one module that are bound more than once."""

    def __init__(self, body: Body) -> None:
        self._body = body

    def is_rebound(self, value: Context) -> bool:
        """Return whether a value is assigned to a variable or an attribute that is bound somewhere else too.

        A function under a decorator is, where another branch of an ``if`` defines the function too, or the same block
        binds its name again: calls below mean the last one, and mypy takes them for calls of the first.
        """
        if isinstance(value, Decorator):
            nodes = (value, value.func, value.var)
            is_compared = value.func.original_def is not None or not self._first_definitions.isdisjoint(nodes)
            return is_compared or value in self._defined_again
        return any(self.rebound_targets(value))

    def rebound_targets(self, value: Context) -> Sequence[bool]:
        """Return of each variable and attribute that a value is assigned to whether it is bound elsewhere too."""
        return [self._is_bound_again(each) for each in self._bound.targets.get(place(value), ())]

    def _is_bound_again(self, target: NameExpr | MemberExpr) -> bool:
        if isinstance(target, NameExpr) and isinstance(target.node, Var):
            return self._bound.variables[target.node] > 1
        return self._bound.counts[target.name] > 1

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
    def _defined_again(self) -> frozenset[Decorator]:
        """The functions under decorators whose names the statements around them bind more than once."""
        found: defaultdict[tuple[int, str], list[Statement]] = defaultdict(list)
        for statement, owner in zip(self._body.statements, self._body.owners, strict=True):
            if isinstance(statement, FuncDef | Decorator | ClassDef):
                found[owner, statement.name].append(statement)
            elif isinstance(statement, AssignmentStmt):
                for target in statement.lvalues:
                    if isinstance(target, NameExpr):
                        found[owner, target.name].append(statement)
        several = (each for together in found.values() if len(together) > 1 for each in together)
        return frozenset(each for each in several if isinstance(each, Decorator))

    @functools.cached_property
    def _bound(self) -> _Bound:
        counts: Counter[str] = Counter()
        variables: Counter[Var] = Counter()
        bound: dict[Place, Sequence[NameExpr | MemberExpr]] = {}
        for statement in self._body.statements:
            if isinstance(statement, FuncDef | Decorator | ClassDef):
                counts[statement.name] += 1
            written = [each for target in targets(statement) for each in unpacked(target.expression)]
            named = [each for each in written if isinstance(each, NameExpr | MemberExpr)]
            counts.update(each.name for each in named)
            variables.update(each.node for each in named if isinstance(each, NameExpr) and isinstance(each.node, Var))
            if isinstance(statement, AssignmentStmt):
                bound[place(statement.rvalue)] = named
        return _Bound(counts, variables, bound)
