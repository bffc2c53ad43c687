"""The values that a variable may hold, as all code of a module that binds it shows them.

A function's parameter holds what calls give it besides. A list or a dict may be given more after it is bound, so what
such a variable holds is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import (
    LDEF,
    CallExpr,
    Decorator,
    DictExpr,
    DictionaryComprehension,
    Expression,
    FuncDef,
    FuncItem,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MypyFile,
    NameExpr,
    SetComprehension,
    SetExpr,
    SymbolNode,
    TupleExpr,
    Var,
)

from ...syntax import INDEX
from ...syntax.functions import parameters
from ...syntax.names.targets import By, Target, paired, unpacked

_GROWING: Final = (ListExpr, DictExpr, SetExpr, ListComprehension, SetComprehension, DictionaryComprehension)
_KNOWN: Final = frozenset((By.ASSIGN, By.UPDATE, By.ITERATE, By.MATCH))


class HeldValues:
    """The values of the variables of one module."""

    def __init__(self, module: MypyFile) -> None:
        self._index = INDEX.of(module)
        body = self._index.body
        defined = [*body.statements_of(FuncDef), *(each.func for each in body.statements_of(Decorator))]
        functions: list[FuncItem] = [*defined, *body.expressions_of(LambdaExpr)]
        self._parameters = {variable for function in functions for variable in parameters(function)}
        self._bound: dict[SymbolNode, list[Expression | None]] = {}
        for target in body.targets:
            for name, value in _values(target):
                if isinstance(name, NameExpr) and isinstance(name.node, Var):
                    self._bound.setdefault(name.node, []).append(value)

    def is_parameter(self, variable: SymbolNode | None) -> bool:
        """Return whether a variable is a parameter of a function or a lambda of the module."""
        return variable in self._parameters

    def bound_to(self, variable: SymbolNode | None) -> list[Expression] | None:
        """Return what holds everything that is bound to a variable; None where something is not known."""
        found = [] if variable is None else self._bound.get(variable, [])
        known = [value for value in found if value is not None and not _may_grow(value)]
        return known if len(known) == len(found) else None

    def only(self, name: Expression) -> Expression | None:
        """Return the only value of a name that is bound once."""
        if not isinstance(name, NameExpr) or self.is_parameter(name.node):
            return None
        found = self.bound_to(name.node)
        return found[0] if found is not None and len(found) == 1 else None

    def calls_of(self, variable: SymbolNode, name: str) -> list[CallExpr] | None:
        """Return all calls of what a variable or a function inside a function is; None if other code uses it too."""
        uses = [each for each in self._index.body.references_of(name) if each.node is variable]
        found: list[CallExpr] = []
        for use in uses:
            around = self._index.parent(use)
            if isinstance(around, CallExpr) and around.callee is use:
                found.append(around)
            elif isinstance(around, Expression) or not self._is_binding(use):
                return None
        is_local = all(isinstance(use, NameExpr) and use.kind == LDEF for use in uses)
        return found if is_local else None

    def _is_binding(self, use: Expression) -> bool:
        return any(use is target.expression for target in self._index.body.targets)


def _values(target: Target) -> Iterator[tuple[Expression, Expression | None]]:
    """Yield each name that a target binds with something that holds its value."""
    pairs = paired(target.expression, target.value) if target.by is By.ASSIGN else []
    if pairs:
        for expression, value in pairs:
            yield from _values(Target(expression, value, By.ASSIGN))
    elif target.by is not By.DELETE:
        for name in unpacked(target.expression):
            yield name, target.value if target.by in _KNOWN else None


def _may_grow(value: Expression) -> bool:
    items: Sequence[Expression] = value.items if isinstance(value, TupleExpr) else ()
    return isinstance(value, _GROWING) or any(map(_may_grow, items))
