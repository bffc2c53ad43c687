"""Where a module writes to attributes, and which of those writes may be meant for a mutable copy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Context,
    Decorator,
    DelStmt,
    DictionaryComprehension,
    Expression,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    OperatorAssignmentStmt,
    OverloadedFuncDef,
    StarExpr,
    Statement,
    TupleExpr,
    WithStmt,
)

from ..syntax.functions import parameters
from ..syntax.named_writes import named_write
from ..syntax.places import Place, place
from ..syntax.walk import blocks, descendants, expressions_of, statements
from ..syntax.write_kinds import WriteKind
from .names import (
    Key,
    Keys,
    aliases,
    copied_in,
    copiers_named,
    is_part_of,
    key,
    made_in,
    mentions,
    opened,
    opened_in,
    opened_outside_functions,
    sole_copier,
    without_replaced,
)
from .reach import Reach


@dataclass(frozen=True, slots=True)
class Write:
    """One written attribute and whether it may belong to a mutable copy."""

    kind: WriteKind
    in_copy: bool
    value: Expression | None = None
    """What a plain assignment assigns; None for every other write."""
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


def deleted_places(tree: MypyFile) -> frozenset[Place]:
    """Return the places of the attributes that a module deletes, which mypy takes for reads."""
    deletions = (statement for statement in statements(tree.defs) if isinstance(statement, DelStmt))
    return frozenset(place(member) for statement in deletions for member in members(statement.expr))


def read_writes(tree: MypyFile) -> ModuleWrites:
    """Walk a module and collect its writes, again as long as a mutable copy turns out to reach further."""
    reach, copiers = Reach(tree), copiers_named(tree)
    while True:
        known = reach.keys
        collector = _Collector(reach, bool(copiers), sole_copier(copiers))
        made = collector.made(tree.defs)
        collector.follow_module(tree.defs, made)
        collector.visit(tree.defs, made, opened_outside_functions(tree.defs))
        if reach.keys == known:
            return ModuleWrites(collector.writes, _setters(tree))


class _Collector:
    """One round over a module."""

    def __init__(self, reach: Reach, has_maker: bool, copier: str | None) -> None:
        self.writes: dict[Place, Write] = {}
        self._copier = copier
        self._copies: Keys = frozenset()
        self._reach = reach
        self._has_maker = has_maker
        self._function: FuncDef | Decorator | None = None

    def made(self, body: list[Statement]) -> Keys:
        """Return the names of a body that stand for a mutable copy in all of it."""
        return made_in(body) if self._has_maker else frozenset()

    def follow_module(self, body: list[Statement], made: Keys) -> None:
        """Note what is handed on outside of functions and blocks, and by lambdas."""
        if made or self._reach.keys:
            self._reach.follow(body, made | self._reach.keys)

    def visit(self, body: list[Statement], writable: Keys, shared: Keys) -> None:
        """Collect the writes of a body. ``shared`` are names that functions in it may find writable when called."""
        writable |= self._reach.keys
        current = writable
        for index, statement in enumerate(body):
            for expression in expressions_of(statement):
                self._record_calls(expression, current)
            self._record_targets(statement, current)
            is_function = isinstance(statement, FuncDef | Decorator | OverloadedFuncDef | ClassDef)
            inner, below = self._inside(statement, writable if is_function else current, shared)
            outside, self._function = self._function, _generator(statement) or self._function
            for block in blocks(statement):
                self.visit(block.body, inner, below)
            self._function = outside
            current = without_replaced(statement, body[index + 1 :], current, self._reach.functions)

    def _inside(self, statement: Statement, writable: Keys, shared: Keys) -> tuple[Keys, Keys]:
        if isinstance(statement, WithStmt):
            self._copies |= copied_in(statement)
            inner = aliases(statement.body.body, writable | opened(statement))
            self._reach.follow(statement.body.body, inner)
            if self._function is not None:
                self._reach.follow_yields(statement.body.body, inner, self._function)
            return inner, shared
        if not isinstance(statement, FuncDef | Decorator | OverloadedFuncDef):
            return writable, shared
        selves = _selves_of_setters(statement) if isinstance(statement, OverloadedFuncDef) else ()
        body = [inside for block in blocks(statement) for inside in block.body]
        self._follow_results(statement, body, (writable | shared).difference(_parameters(statement), opened_in(body)))
        inner = aliases(body, writable | shared | self.made(body) | frozenset(selves))
        if inner:
            self._reach.follow(body, inner, own=any(own in inner for own in _selves(statement)))
        return inner, (shared | opened_in(body)) if _has_functions(body) else shared

    def _follow_results(
        self, statement: FuncDef | Decorator | OverloadedFuncDef, body: list[Statement], writable: Keys
    ) -> None:
        if writable:
            self._reach.follow_results(body, aliases(body, writable), statement)

    def _record_targets(self, statement: Statement, writable: Keys) -> None:
        for kind, target in _targets(statement):
            for member in members(target):
                value = statement.rvalue if isinstance(statement, AssignmentStmt) and member is target else None
                copier = self._copier if is_part_of(member.expr, self._copies) else None
                self.writes[place(member)] = Write(kind, mentions(member.expr, writable), value, copier)

    def _record_calls(self, expression: Expression, writable: Keys) -> None:
        for part in descendants(expression):
            for target in part.indices if isinstance(part, GeneratorExpr | DictionaryComprehension) else ():
                for member in members(target):
                    self.writes[place(member)] = Write(WriteKind.ASSIGN, mentions(member.expr, writable))
            named = named_write(part) if isinstance(part, CallExpr) else None
            if named is not None:
                self.writes[place(part)] = Write(named.kind, mentions(named.target, writable))


def _generator(statement: Statement) -> FuncDef | Decorator | None:
    return statement if isinstance(statement, FuncDef | Decorator) else None


def _functions(statement: FuncDef | Decorator | OverloadedFuncDef) -> Iterator[FuncDef]:
    for item in statement.items if isinstance(statement, OverloadedFuncDef) else [statement]:
        yield item.func if isinstance(item, Decorator) else item


def _selves(statement: FuncDef | Decorator | OverloadedFuncDef) -> Iterator[Key]:
    """Yield the first parameter of each method that a statement defines."""
    for function in _functions(statement):
        if function.info and function.arguments:
            yield id(function.arguments[0].variable), ""


def _parameters(statement: FuncDef | Decorator | OverloadedFuncDef) -> Iterator[Key]:
    for function in _functions(statement):
        yield from ((id(parameter), "") for parameter in parameters(function))


def _setters(tree: MypyFile) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    properties = (statement for statement in statements(tree.defs) if isinstance(statement, OverloadedFuncDef))
    for statement in properties:
        for item in statement.items:
            if isinstance(item, Decorator) and _is_setter(item) and item.func.arguments:
                own = id(item.func.arguments[0].variable), ""
                written = (member for inside in item.func.body.body for _, member in _written(inside))
                found[statement.fullname] = frozenset(to.name for to in written if key(to.expr) == own)
    return found


def _written(statement: Statement) -> Iterator[tuple[WriteKind, MemberExpr]]:
    for kind, target in _targets(statement):
        for member in members(target):
            yield kind, member


def _has_functions(body: list[Statement]) -> bool:
    return any(isinstance(statement, FuncDef | Decorator) for statement in statements(body))


def _selves_of_setters(statement: OverloadedFuncDef) -> Iterator[Key]:
    """Yield ``self`` of each setter of a property: a frozen object refuses before it runs, only a copy gets there."""
    for item in statement.items:
        if isinstance(item, Decorator) and _is_setter(item) and item.func.arguments:
            yield id(item.func.arguments[0].variable), ""


def _is_setter(function: Decorator) -> bool:
    return any(isinstance(part, MemberExpr) and part.name == "setter" for part in function.original_decorators)


def _targets(statement: Statement) -> Iterator[tuple[WriteKind, Expression]]:
    if isinstance(statement, AssignmentStmt):
        yield from ((WriteKind.ASSIGN, target) for target in statement.lvalues)
    elif isinstance(statement, OperatorAssignmentStmt):
        yield WriteKind.ASSIGN, statement.lvalue
    elif isinstance(statement, ForStmt):
        yield WriteKind.ASSIGN, statement.index
    elif isinstance(statement, WithStmt):
        yield from ((WriteKind.ASSIGN, target) for target in statement.target if target is not None)
    elif isinstance(statement, DelStmt):
        yield WriteKind.DELETE, statement.expr


def members(target: Expression) -> Iterator[MemberExpr]:
    """Yield the attributes that a target assigns to."""
    if isinstance(target, MemberExpr):
        yield target
    elif isinstance(target, TupleExpr | ListExpr):
        for item in target.items:
            yield from members(item)
    elif isinstance(target, StarExpr):
        yield from members(target.expr)
