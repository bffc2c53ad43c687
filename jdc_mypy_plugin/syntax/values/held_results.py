"""Values that variables hold which change: themselves, the results of their calls, or items of them.

A variable without annotation has the type of its first value, so a better type of that makes an error of the next.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import AssignmentStmt, CallExpr, Context, Expression, IndexExpr, MypyFile, NameExpr

from ..index import INDEX
from ..names.references import REFERENCES
from ..names.targets import unpacked


def may_change(value: Context, module: MypyFile) -> bool:
    """Return whether a value, or what comes of it, goes to a variable that may come to hold something else."""
    return isinstance(value, Expression) and any(_are_rebound(each, module) for each in _made_of(value, module))


def _made_of(value: Expression, module: MypyFile) -> Iterator[Expression]:
    """Yield a value, what it is an argument of or is called for, and the same of the names that it is given to."""
    yield from (outer := list(_around(value, module)))
    statement = INDEX.of(module).parent(outer[-1])
    targets = statement.lvalues if isinstance(statement, AssignmentStmt) else []
    names = [name for target in targets for name in unpacked(target) if isinstance(name, NameExpr)]
    for use in (use for name in names if name.node is not None for use in REFERENCES.of(module).get(name.node, ())):
        parent = INDEX.of(module).parent(use)
        if isinstance(parent, CallExpr | IndexExpr):
            yield from _around(parent, module)


def _around(value: Expression, module: MypyFile) -> Iterator[Expression]:
    """Yield a value and the calls and items around it."""
    inner: object = value
    while isinstance(inner, Expression):
        yield inner
        outer = INDEX.of(module).parent(inner)
        inner = outer if isinstance(outer, CallExpr | IndexExpr) else None


def _are_rebound(value: Expression, module: MypyFile) -> bool:
    return any(INDEX.of(module).rebinding.rebound_targets(value))
