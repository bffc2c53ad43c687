"""The modules that a run goes through, and the names that each binds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from mypy.nodes import (
    ClassDef,
    Decorator,
    FuncDef,
    FuncItem,
    GlobalDecl,
    MemberExpr,
    MypyFile,
    NameExpr,
    NonlocalDecl,
)

from ..syntax import INDEX
from ..syntax.names.targets import targets, unpacked
from ..syntax.per_module import CYCLE, PerModule
from ..syntax.walk import statements

if TYPE_CHECKING:
    from ..evaluate.scope import ModuleScope


class _Names(NamedTuple):
    """The names that statements of a module and of its functions bind or write to."""

    bound: frozenset[str]
    """Variables, functions and classes, but no imports."""
    written: frozenset[str]
    """Attributes, but those of ``self``."""
    shared: frozenset[str]
    """Variables that functions declare to be global, or of a function around them."""


class Home:
    """A module whose code runs; that under check has a scope, and another one is but parsed."""

    def __init__(self, tree: MypyFile, scope: ModuleScope | None = None) -> None:
        self.tree = tree
        self.scope = scope
        self.names = _NAMES.of(tree)
        self._shared: dict[FuncItem, frozenset[str]] = {}

    def shared_in(self, function: FuncItem) -> frozenset[str]:
        """Return the variables of a function that others may write to, or that it writes to outside of itself."""
        if not self.names.shared:
            return frozenset()
        found = self._shared.get(function)
        if found is None:
            declared = (
                each for each in statements(function.body.body) if isinstance(each, GlobalDecl | NonlocalDecl)
            )
            found = self._shared[function] = frozenset(name for each in declared for name in each.names)
        return found


def _read(tree: MypyFile) -> _Names:
    bound, written, shared = set[str](), set[str](), set[str]()
    body = INDEX.of(tree).body
    for statement in body.statements:
        if isinstance(statement, FuncDef | Decorator | ClassDef):
            bound.add(statement.name)
        function = statement.func if isinstance(statement, Decorator) else statement
        if isinstance(function, FuncDef):
            bound.update(each.variable.name for each in function.arguments)
        if isinstance(statement, GlobalDecl | NonlocalDecl):
            shared.update(statement.names)
        for each in (part for target in targets(statement) for part in unpacked(target.expression)):
            if isinstance(each, NameExpr):
                bound.add(each.name)
            elif isinstance(each, MemberExpr) and not (isinstance(each.expr, NameExpr) and each.expr.name == "self"):
                written.add(each.name)
    return _Names(frozenset(bound), frozenset(written), frozenset(shared))


_NAMES: Final = PerModule(_read, keep=CYCLE)
