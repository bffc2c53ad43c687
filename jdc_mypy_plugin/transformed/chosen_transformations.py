"""Transformations that a program may leave out: ``step = jax.jit(step) if fast else step``.

The function works as it is, and nothing says that the program ever transforms it.
"""

from __future__ import annotations

from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Context,
    Decorator,
    Expression,
    FuncDef,
    IfStmt,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    ReturnStmt,
    Statement,
    SymbolNode,
    TryStmt,
    Var,
)

from ..syntax import INDEX
from ..syntax.scripts import is_of_script
from .transformations import TRANSFORMATIONS, made_by


def may_be_left_out(at: Context, definition: FuncDef, tree: MypyFile) -> bool:
    """Return whether a module may use a function as it is where it transforms it, or has another jit at times."""
    if isinstance(at, Decorator):
        return any(_has_other_meaning(each, tree) for each in at.original_decorators[-1:])
    if not isinstance(at, CallExpr):
        return False
    return _has_other_meaning(at, tree) or (
        _is_choice(at, definition, tree) and _is_used_besides(at, definition, tree)
    )


def _has_other_meaning(transformation: Expression, tree: MypyFile) -> bool:
    """Return whether the module itself binds the name of a transformation too, in an ``else`` say."""
    parts = [each for each in _callees(transformation) if isinstance(each, NameExpr)]
    return any(each.fullname in TRANSFORMATIONS and INDEX.of(tree).rebinding.binds(each.name) for each in parts)


def _callees(transformation: Expression) -> list[Expression]:
    """Return what may be the transformation in ``jit``, ``jit(n=1)(f)`` and ``partial(jit, n=1)``."""
    if isinstance(transformation, CallExpr):
        return [*_callees(transformation.callee), *transformation.args[:1]]
    return [transformation]


def _is_used_besides(at: CallExpr, definition: FuncDef, tree: MypyFile) -> bool:
    """Return whether the function has its name, as it is or anew, in another place than the call."""
    index = INDEX.of(tree)
    return any(index.parent(each) is not at for each in index.body.references_of(definition.name))


def _is_choice(at: CallExpr, definition: FuncDef, tree: MypyFile) -> bool:
    """Return whether a condition decides whether the call runs, or the function is given back as it is before."""
    index = INDEX.of(tree)
    inner: Expression = at
    around = index.parent(at)
    while isinstance(around, Expression):
        if isinstance(around, ConditionalExpr) and inner is not around.cond:
            return True
        inner, around = around, index.parent(around)
    named = (each for each in index.body.references_of(definition.name) if each.node is definition)
    if not _is_made(at) and any(isinstance(index.parent(each), ReturnStmt) for each in named):
        return True
    return isinstance(around, Statement) and _is_in_branch(around, tree)


def _is_made(at: CallExpr) -> bool:
    """Return whether transformations are given ``make_step(config)``, a function that is there to be given back.

    It may be in a variable, or one of several in it: ``jax.jit(solver[1])``.
    """
    given = at.args[0] if at.args else None
    if isinstance(given, CallExpr):
        is_known = isinstance(given.callee, MemberExpr) or _names(given.callee, FuncDef)
        return _is_made(given) if made_by(given) is not None else is_known
    return _names(given.base if isinstance(given, IndexExpr) else given, Var)


def _names(value: Expression | None, kind: type[SymbolNode]) -> bool:
    return isinstance(value, NameExpr) and isinstance(value.node, kind)


def _is_in_branch(statement: Statement, tree: MypyFile) -> bool:
    """Return whether a statement is under an ``if`` or a ``try`` of its function or module."""
    index = INDEX.of(tree)
    position = index.position(statement)
    while position is not None and position >= 0:
        position = index.body.owner_at(position)
        around = index.body.statements[position] if position >= 0 else None
        if isinstance(around, FuncDef | Decorator):
            return False
        if isinstance(around, IfStmt | TryStmt) and not is_of_script(around):
            return True
    return False
