"""Names of mutable copies: ``with jdc.copy_and_mutate(state) as new``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ForStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    SymbolNode,
    WithStmt,
)

from ...libraries.registry import COPIERS
from ...syntax import INDEX
from ...syntax.body import Body
from ...syntax.names.targets import targets
from ...syntax.per_module import PerModule
from ...syntax.walk import descendants


def copied_object(name: NameExpr, module: MypyFile) -> Expression | None:
    """Return the object that a name is a mutable copy of, and nothing else anywhere."""
    return None if name.node is None else _COPIED.of(module).get(name.node)


def is_of_copy(read: Expression, module: MypyFile) -> bool:
    """Return whether an expression is a mutable copy or a part of one."""
    while isinstance(read, MemberExpr):
        read = read.expr
    return isinstance(read, NameExpr) and copied_object(read, module) is not None


def _copied(module: MypyFile) -> Mapping[SymbolNode, Expression]:
    """Return what each name of a mutable copy is a copy of, where one statement binds the name."""
    body = INDEX.of(module).body
    opened = [(each.target[0], each.expr[0]) for each in body.statements_of(WithStmt) if len(each.expr) == 1]
    found = {
        name.node: manager.args[0]
        for name, manager in opened
        if isinstance(name, NameExpr) and name.node is not None and isinstance(manager, CallExpr) and manager.args
        if isinstance(manager.callee, RefExpr) and manager.callee.fullname in COPIERS
    }
    bound = Counter(_bound(body)) if found else Counter[SymbolNode]()
    return {node: copied for node, copied in found.items() if bound[node] == 1}


def _bound(body: Body) -> Iterator[SymbolNode]:
    """Yield the variables that statements bind, once for each: ``new.mean = ...`` binds none."""
    for statement in (
        *body.statements_of(AssignmentStmt),
        *body.statements_of(ForStmt),
        *body.statements_of(WithStmt),
    ):
        for target in targets(statement):
            if not isinstance(target.expression, MemberExpr):
                names = (each for each in descendants(target.expression) if isinstance(each, NameExpr))
                yield from (each.node for each in names if each.node is not None)


_COPIED: Final = PerModule(_copied)
