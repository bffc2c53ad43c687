"""Collects the writes of a module, in rounds: a mutable copy may turn out to reach further than the last one knew."""

from __future__ import annotations

from mypy.nodes import AssignmentStmt, ClassDef, Decorator, FuncDef, MypyFile, OverloadedFuncDef, Statement, WithStmt

from ..syntax.body import Body
from ..syntax.index import INDEX
from ..syntax.places import Place
from .definitions import Definition, Function, read_function, setter_writes, setters
from .keys import NOTHING, Keys, is_part_of
from .names import Names
from .openings import copied_in, copiers_named, may_open, opened, sole_copier
from .reach import Reach
from .writes import ModuleWrites, Sites, Write


def read_writes(tree: MypyFile) -> ModuleWrites:
    """Collect the writes of a module."""
    collector = _Collector(tree)
    if collector.may_copy():
        while not collector.is_last_round():
            pass
    else:
        collector.record_all()
    return ModuleWrites(collector.writes, setter_writes(INDEX.of(tree).body))


class _Collector:
    def __init__(self, tree: MypyFile) -> None:
        self.writes: dict[Place, Write] = {}
        self._body = INDEX.of(tree).body
        self._names = Names(self._body)
        self._reach = Reach(tree, self._names)
        self._sites = Sites(self._body)
        self._functions: dict[Definition, Function] = {}
        named = copiers_named(self._body)
        self._has_maker, self._copier = bool(named), sole_copier(named)
        self._copies = NOTHING
        self._generator: FuncDef | Decorator | None = None

    def may_copy(self) -> bool:
        """Return whether anything in the module may be a mutable copy."""
        if self._has_maker or self._reach.keys or may_open(self._body):
            return True
        return any(any(setters(statement)) for statement in self._body.statements_of(OverloadedFuncDef))

    def record_all(self) -> None:
        """Record the writes of a module that has no mutable copy."""
        for position, statement in enumerate(self._body.statements):
            self._record(position, statement, NOTHING)

    def is_last_round(self) -> bool:
        """Go over the module; return whether no copy reached further than it was known to."""
        known, self._copies = self._reach.keys, NOTHING
        made = self._names.made_in(self._body) if self._has_maker else NOTHING
        if made or known:
            self._reach.follow(self._body, made | known)
        self._visit(self._body, made, self._names.opened_outside_functions())
        return self._reach.keys == known

    def _visit(self, block: Body, writable: Keys, shared: Keys) -> None:
        """Record the writes of a block. ``shared`` are names that functions in it may find writable when called."""
        writable |= self._reach.keys
        current = writable
        for position, statement in block.top():
            self._record(position, statement, current)
            is_definition = isinstance(statement, FuncDef | Decorator | OverloadedFuncDef | ClassDef)
            inner, below = self._inside(statement, writable if is_definition else current, shared)
            outside = self._generator
            self._generator = statement if isinstance(statement, FuncDef | Decorator) else outside
            for inside in self._body.blocks_of(statement):
                self._visit(inside, inner, below)
            self._generator = outside
            if isinstance(statement, AssignmentStmt):
                rest = block.after(position)
                current = self._names.without_replaced(statement, rest, current, self._reach.functions)

    def _record(self, position: int, statement: Statement, writable: Keys) -> None:
        for site in self._sites.at(position, statement):
            copier = self._copier if site.is_target and is_part_of(site.owner, self._copies) else None
            in_copy = bool(writable) and self._names.mentions.have(site.owner, writable)
            self.writes[site.place] = Write(site.kind, in_copy, site.value, copier)

    def _inside(self, statement: Statement, writable: Keys, shared: Keys) -> tuple[Keys, Keys]:
        """Return what is writable in the blocks of a statement, and what functions in them share."""
        if isinstance(statement, WithStmt):
            return self._inside_with(statement, writable), shared
        if isinstance(statement, FuncDef | Decorator | OverloadedFuncDef):
            return self._inside_function(statement, writable | shared, shared)
        return writable, shared

    def _inside_with(self, statement: WithStmt, writable: Keys) -> Keys:
        body = self._body.inside(statement)
        self._copies |= copied_in(statement)
        inner = self._names.aliases(body, writable | opened(statement))
        self._reach.follow(body, inner)
        if self._generator is not None:
            self._reach.follow_yields(body, inner, self._generator)
        return inner

    def _inside_function(self, statement: Definition, writable: Keys, shared: Keys) -> tuple[Keys, Keys]:
        function = self._functions.get(statement)
        if function is None:
            function = read_function(statement, self._names, has_maker=self._has_maker)
            self._functions[statement] = function
        before = self._names.aliases(function.body, writable - function.parameters - function.opened)
        if any(not result.isdisjoint(before) for result in function.results):
            self._reach.note_result(statement)
        inner = self._names.aliases(function.body, writable | function.made | function.setters)
        if inner:
            self._reach.follow(function.body, inner, has_self=not function.selves.isdisjoint(inner))
        return inner, (shared | function.opened) if function.has_functions else shared
