"""The calls of what a transformation makes of a function."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import AssignmentStmt, CallExpr, Context, Decorator, MypyFile, NameExpr, SymbolNode

from ..syntax import INDEX
from ..syntax.names.flow import FLOW
from ..syntax.names.references import REFERENCES


def calls_of_made(at: Context, tree: MypyFile) -> Iterator[CallExpr]:
    """Yield the calls of a decorated function, of ``jax.jit(f)`` itself, and of the only name that is given it."""
    if isinstance(at, Decorator):
        yield from _called(at, tree)
    elif isinstance(at, CallExpr):
        parent = INDEX.of(tree).parent(at)
        if isinstance(parent, CallExpr) and parent.callee is at:
            yield parent
        elif isinstance(parent, AssignmentStmt) and len(parent.lvalues) == 1:
            name = parent.lvalues[0]
            if isinstance(name, NameExpr) and name.node is not None and _is_bound_once(name.node, tree):
                yield from _called(name.node, tree)


def _is_bound_once(node: SymbolNode, tree: MypyFile) -> bool:
    return len(FLOW.of(tree).variables.writes_of(node).positions) == 1


def _called(node: SymbolNode, tree: MypyFile) -> Iterator[CallExpr]:
    """Yield the calls of what a name stands for."""
    for name in REFERENCES.of(tree).get(node, ()):
        parent = INDEX.of(tree).parent(name)
        if isinstance(parent, CallExpr) and parent.callee is name:
            yield parent
