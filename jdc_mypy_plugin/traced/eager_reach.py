"""The functions of a module that its blocks under `jax.disable_jit` may come to, by the names that they mention."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    Statement,
    WithStmt,
)

from ..syntax import INDEX
from ..syntax.names.flow import FLOW
from ..syntax.names.targets import targets, unpacked
from ..syntax.per_module import PerModule
from ..syntax.walk import expressions_in


def may_be_reached(function: FuncItem, blocks: Sequence[WithStmt], tree: MypyFile) -> bool:
    """Return whether any of the blocks may run a function, or one that it stands in.

    Python calls methods such as ``__call__`` by no name, and a function that is given another may run any.
    """
    names = _REACHES.of(tree).names_from(blocks)
    around = FLOW.of(tree).function_over(function) if isinstance(function, LambdaExpr) else function
    around = around if isinstance(around, FuncDef) else None
    if names is None or around is None:
        return True
    while around is not None:
        if around.name in names or around.name.startswith("__"):
            return True
        around = FLOW.of(tree).function_around(around)
    return False


class _Reaches:
    """The names that definitions of one module mention."""

    def __init__(self, tree: MypyFile) -> None:
        body = INDEX.of(tree).body
        self._defined: defaultdict[str, list[Statement]] = defaultdict(list)
        for name, statement in _named(body.statements):
            self._defined[name].append(statement)
        functions: list[FuncDef] = [*body.statements_of(FuncDef)]
        functions += [each.func for each in body.statements_of(Decorator)]
        self._parameters = {each.variable for function in functions for each in function.arguments}
        self._found: frozenset[str] | None = None
        self._is_found = False

    def names_from(self, blocks: Sequence[WithStmt]) -> frozenset[str] | None:
        """Return all names that blocks mention, and those that what is so named does; None if it may be any."""
        if not self._is_found:
            self._found, self._is_found = self._all_from(blocks), True
        return self._found

    def _all_from(self, blocks: Sequence[WithStmt]) -> frozenset[str] | None:
        waiting: list[Statement] = [*blocks]
        found: set[str] = set()
        while waiting:
            parts = expressions_in([waiting.pop()])
            if any(self._is_given(each) for each in parts):
                return None
            for name in {each.name for each in parts if isinstance(each, NameExpr | MemberExpr)} - found:
                found.add(name)
                waiting += self._defined.get(name, ())
        return frozenset(found)

    def _is_given(self, part: Expression) -> bool:
        """Return whether an expression calls a parameter, which may be any function."""
        callee = part.callee if isinstance(part, CallExpr) else None
        return isinstance(callee, NameExpr) and callee.node in self._parameters


def _named(statements: Sequence[Statement]) -> Iterator[tuple[str, Statement]]:
    for each in statements:
        if isinstance(each, FuncDef | ClassDef | Decorator | OverloadedFuncDef):
            yield each.name, each
        elif isinstance(each, AssignmentStmt):
            bound = (part for target in targets(each) for part in unpacked(target.expression))
            yield from ((name, each) for part in bound if isinstance(name := getattr(part, "name", None), str))


_REACHES: Final = PerModule(_Reaches)
