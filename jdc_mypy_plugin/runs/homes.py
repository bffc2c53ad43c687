"""The modules that a run goes through, and the names that each binds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mypy.nodes import ClassDef, Decorator, FuncDef, GlobalDecl, MemberExpr, MypyFile, NameExpr, NonlocalDecl

from ..syntax import INDEX
from ..syntax.targets import targets, unpacked

if TYPE_CHECKING:
    from ..evaluate.scope import ModuleScope


class Home:
    """A module whose code runs; that under check has a scope, and another one is but parsed."""

    def __init__(self, tree: MypyFile, scope: ModuleScope | None = None) -> None:
        self.tree = tree
        self.scope = scope
        self.bound = frozenset(_bound(tree))


def _bound(tree: MypyFile) -> Iterator[str]:
    """Yield the names that statements of a module and its functions bind, but by imports."""
    for statement in INDEX.of(tree).body.statements:
        if isinstance(statement, FuncDef | Decorator | ClassDef):
            yield statement.name
        function = statement.func if isinstance(statement, Decorator) else statement
        if isinstance(function, FuncDef):
            yield from (each.variable.name for each in function.arguments)
        for target in targets(statement):
            yield from (each.name for each in unpacked(target.expression) if isinstance(each, NameExpr))


def attributes_written(tree: MypyFile) -> Iterator[str]:
    """Yield the names of attributes that statements write to, but those of ``self``."""
    for statement in INDEX.of(tree).body.statements:
        for target in targets(statement):
            for each in unpacked(target.expression):
                if isinstance(each, MemberExpr) and not (
                    isinstance(each.expr, NameExpr) and each.expr.name == "self"
                ):
                    yield each.name


def names_shared(tree: MypyFile) -> Iterator[str]:
    """Yield the names of variables that other functions than their own may write to."""
    for statement in INDEX.of(tree).body.statements:
        if isinstance(statement, GlobalDecl | NonlocalDecl):
            yield from statement.names
