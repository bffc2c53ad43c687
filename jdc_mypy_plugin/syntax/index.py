"""The index of a module, made in one walk when it is first asked for."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Context,
    DelStmt,
    Expression,
    IndexExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    Node,
    OperatorAssignmentStmt,
    StarExpr,
    Statement,
    TupleExpr,
    TypeInfo,
)

from .body import Body, Walk
from .failures.discarded_results import Discarded
from .names.imports import Imports
from .names.rebinding import Rebinding
from .per_module import CYCLE, PerModule
from .places import Place, place


class ModuleIndex:
    """The index of one module.

    It holds syntax alone, so it is the same before and after mypy has analysed the module. mypy adds the methods
    that it makes for dataclasses to the bodies of classes meanwhile: those may be here or not.
    """

    def __init__(self, tree: MypyFile) -> None:
        self._tree = tree

    @functools.cached_property
    def body(self) -> Body:
        """All statements of the module, and all expressions."""
        return Body(self._walk)

    @functools.cached_property
    def imports(self) -> Imports:
        """The names that the module imports; reading them takes no walk."""
        return Imports(self._tree)

    @functools.cached_property
    def _walk(self) -> Walk:
        return Walk(self._tree.defs)

    def inside(self, statement: Statement) -> Body:
        """Return what is in the blocks of a statement: of the module, or of a copy that mypy made of it."""
        return self.body.inside(statement)

    def position(self, statement: Statement) -> int | None:
        """Return the position of a statement in the body; None for one that the module does not write."""
        return self._walk.positions.get(statement)

    def parent(self, expression: Expression) -> Node | None:
        """Return the statement or expression that an expression is written directly in."""
        return self._walk.parents.get(expression)

    def position_of(self, expression: Expression) -> int | None:
        """Return the position of the statement that an expression is written in, however deep."""
        around: Node | None = expression
        while isinstance(around, Expression):
            around = self.parent(around)
        return self.position(around) if isinstance(around, Statement) else None

    def is_in_class_body(self, statement: Statement) -> bool:
        """Return whether a statement is written directly in the body of a class."""
        position = self.position(statement)
        owner = -1 if position is None else self.body.owner_at(position)
        return owner >= 0 and isinstance(self.body.statements[owner], ClassDef)

    def is_written(self, item: IndexExpr | MemberExpr) -> bool:
        """Return whether a statement assigns to an item or an attribute, or deletes it; ``x[0], y = ...`` too."""
        target: Expression = item
        statement = self.parent(item)
        while isinstance(statement, TupleExpr | ListExpr | StarExpr):
            target, statement = statement, self.parent(statement)
        if isinstance(statement, AssignmentStmt):
            return target in statement.lvalues
        if isinstance(statement, OperatorAssignmentStmt):
            return statement.lvalue is item
        return isinstance(statement, DelStmt)

    def placed(self, kinds: Container[type[Expression]]) -> Iterator[tuple[int, Expression]]:
        """Yield the expressions of some classes, each with the position of its statement in the body."""
        return self._walk.placed(kinds)

    def class_at(self, context: Context) -> ClassDef | None:
        """Return the first class whose definition begins where a node does."""
        return self._classes.get((context.line, context.column))

    def decorated_class(self, decorator: Expression) -> ClassDef | None:
        """Return the class that a decorator stands on; None for any other expression."""
        return self._decorated.get(decorator)

    @functools.cached_property
    def _decorated(self) -> dict[Expression, ClassDef]:
        return {decorator: each for each in self.body.statements_of(ClassDef) for decorator in each.decorators}

    def classes(self) -> Iterator[TypeInfo]:
        """Yield the classes of the module; those in code that mypy does not reach have neither names nor bases."""
        return (each.info for each in self.body.statements_of(ClassDef) if each.info)

    def defines_other(self, info: TypeInfo) -> bool:
        """Return whether the module defines another class of a name: ``class TrainState(TrainState)``.

        The name means the one that mypy saw first, and the other one to the program. A daemon may have two objects
        for one definition: bounds of type variables keep the former.
        """
        named = self._classes_by_name.get(info.name, ())
        return any(each.info is not info and each is not info.defn for each in named)

    @functools.cached_property
    def _classes_by_name(self) -> Mapping[str, Sequence[ClassDef]]:
        found: defaultdict[str, list[ClassDef]] = defaultdict(list)
        for each in self.body.statements_of(ClassDef):
            found[each.name].append(each)
        return dict(found)

    @functools.cached_property
    def _classes(self) -> dict[tuple[int, int], ClassDef]:
        definitions = reversed(list(self.body.statements_of(ClassDef)))
        return {(definition.line, definition.column): definition for definition in definitions}

    def method_call(self, callee: Context) -> CallExpr | None:
        """Return the call of an attribute; of a copy of the attribute too."""
        return self._method_calls.get(place(callee))

    @functools.cached_property
    def _method_calls(self) -> dict[Place, CallExpr]:
        calls = self.body.expressions_of(CallExpr)
        return {place(call.callee): call for call in calls if isinstance(call.callee, MemberExpr)}

    @functools.cached_property
    def discarded(self) -> Discarded:
        """The calls whose result nobody takes."""
        return Discarded(self.body)

    @functools.cached_property
    def rebinding(self) -> Rebinding:
        """The names that are bound more than once."""
        return Rebinding(self.body)


INDEX: Final = PerModule(ModuleIndex, keep=CYCLE)
