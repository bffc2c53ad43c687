"""Transformations that a program may leave out: ``step = jax.jit(step) if fast else step``.

The function works as it is, and nothing says that the program ever transforms it.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ConditionalExpr,
    Context,
    Decorator,
    Expression,
    FuncDef,
    IfStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    Statement,
    StrExpr,
    TryStmt,
)

from ..syntax import INDEX
from ..syntax.flow import FLOW
from ..syntax.walk import descendants
from .transformations import named


def may_be_left_out(at: Context, definition: FuncDef, tree: MypyFile) -> bool:
    """Return whether a module may use a function as it is where it transforms it, or has another jit at times."""
    if isinstance(at, Decorator):
        return any(_has_other_meaning(each, tree) for each in at.original_decorators[-1:])
    if not isinstance(at, CallExpr):
        return False
    return _has_other_meaning(at, tree) or _is_one_of_two(at, definition, tree) or _is_in_branch(at, definition, tree)


def _has_other_meaning(transformation: Expression, tree: MypyFile) -> bool:
    """Return whether the module itself binds the name of a transformation too, in an ``else`` say."""
    names = [each for each in _callees(transformation) if isinstance(each, NameExpr) and named(each) is not None]
    return any(INDEX.of(tree).rebinding.binds(each.name) for each in names)


def _callees(transformation: Expression) -> list[Expression]:
    """Return what may be the transformation in ``jit``, ``jit(n=1)(f)`` and ``partial(jit, n=1)``."""
    if isinstance(transformation, CallExpr):
        return [*_callees(transformation.callee), *transformation.args[:1]]
    return [transformation]


def _is_one_of_two(at: CallExpr, definition: FuncDef, tree: MypyFile) -> bool:
    """Return whether a conditional expression has the function as it is besides."""
    index = INDEX.of(tree)
    inner: Expression = at
    around = index.parent(at)
    while isinstance(around, Expression):
        if isinstance(around, ConditionalExpr) and inner is not around.cond:
            other = around.else_expr if inner is around.if_expr else around.if_expr
            if _mentions(descendants(other), definition):
                return True
        inner, around = around, index.parent(around)
    return False


def _is_in_branch(at: CallExpr, definition: FuncDef, tree: MypyFile) -> bool:
    """Return whether a branch gives the function's own name the result, or another branch has it as it is."""
    index = INDEX.of(tree)
    statement = FLOW.of(tree).statement_of(at)
    position = None if statement is None else index.position(statement)
    while statement is not None and position is not None:
        owner = index.body.owner_at(position)
        around = index.body.statements[owner] if owner >= 0 else None
        if isinstance(around, FuncDef | Decorator):
            return False
        if isinstance(around, IfStmt | TryStmt) and not _is_of_script(around):
            if _binds(statement, definition):
                return True
            blocks = list(index.body.blocks_of(around))
            others = [block for block in blocks if position not in block.range]
            if any(_mentions(block.expressions, definition) for block in others):
                return True
        position = owner if owner >= 0 else None
    return False


def _binds(statement: Statement, definition: FuncDef) -> bool:
    names = statement.lvalues if isinstance(statement, AssignmentStmt) else []
    return any(isinstance(each, NameExpr) and each.name == definition.name for each in names)


def _mentions(parts: Sequence[Expression], definition: FuncDef) -> bool:
    if any(isinstance(each, NameExpr) and each.node is definition for each in parts):
        return True
    return any(isinstance(each, MemberExpr) and each.name == definition.name for each in parts)


def _is_of_script(statement: IfStmt | TryStmt) -> bool:
    """Return whether a statement is ``if __name__ == "__main__":``."""
    parts = descendants(statement.expr[0]) if isinstance(statement, IfStmt) else []
    return any(isinstance(each, StrExpr) and each.value == "__main__" for each in parts)
