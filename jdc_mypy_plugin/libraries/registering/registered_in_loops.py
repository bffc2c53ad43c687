"""Classes that a loop registers: ``for cls in (State, Params): register_dataclass(cls)``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    Expression,
    ExpressionStmt,
    ForStmt,
    ListExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    SetExpr,
    TupleExpr,
    TypeInfo,
)

from ...syntax.per_module import PerModule


def classes_given(call: CallExpr, given: Expression | None, tree: MypyFile) -> tuple[TypeInfo, ...]:
    """Return the classes that an argument of a call stands for: the one that it names, or those of the loop."""
    if isinstance(given, RefExpr) and isinstance(given.node, TypeInfo):
        return (given.node,)
    loop = _LOOPS.of(tree).get(id(call))
    if loop is None or not isinstance(given, NameExpr) or not isinstance(loop.index, NameExpr):
        return ()
    over = loop.expr if isinstance(loop.expr, ListExpr | SetExpr | TupleExpr) else None
    if over is None or given.name != loop.index.name:
        return ()
    named = [each.node for each in over.items if isinstance(each, RefExpr)]
    classes = tuple(each for each in named if isinstance(each, TypeInfo))
    return classes if len(classes) == len(over.items) else ()


def _loops(tree: MypyFile) -> dict[int, ForStmt]:
    """Return the loops at the top level of a module by the calls that they run each time, as statements."""
    return {id(call): loop for loop in tree.defs if isinstance(loop, ForStmt) for call in _run_by(loop)}


def _run_by(loop: ForStmt) -> Iterator[CallExpr]:
    """Yield the calls in the body of a loop that does nothing but to make calls."""
    if all(isinstance(each, ExpressionStmt) for each in loop.body.body):
        for each in loop.body.body:
            if isinstance(each, ExpressionStmt) and isinstance(each.expr, CallExpr):
                yield each.expr


_LOOPS: Final = PerModule(_loops)
