"""Functions that the module runs only where a tracer does no harm.

Under `jax.disable_jit` nothing is a tracer; in a test that expects an error the error is what it wants.
"""

from __future__ import annotations

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Context,
    Decorator,
    Expression,
    FuncDef,
    MypyFile,
    NameExpr,
    Node,
    RefExpr,
    SymbolNode,
    WithStmt,
)

from ..libraries.definition import applied
from ..syntax import INDEX
from ..syntax.expected_failures import is_expected_to_fail

_SWITCH = "disable_jit"


def is_run_apart(definition: FuncDef, tree: MypyFile) -> bool:
    """Return whether a module uses a function in such places only, and there is one."""
    body = INDEX.of(tree).body
    blocks = [each for each in body.statements_of(WithStmt) if any(_is_switch(manager) for manager in each.expr)]
    uses = _uses(definition, tree)
    return bool(uses) and all(_is_apart(each, blocks, tree) or _is_named_apart(each, blocks, tree) for each in uses)


def _uses(function: SymbolNode, tree: MypyFile) -> list[NameExpr]:
    index = INDEX.of(tree)
    named = (each for each in index.body.expressions_of(NameExpr) if _names(each, function))
    return [each for each in named if not _is_bound(each, index.parent(each))]


def _is_named_apart(use: NameExpr, blocks: list[WithStmt], tree: MypyFile) -> bool:
    """Return whether the variable for what a call makes of a function is used in such places only."""
    name = _name_of_result(use, tree)
    uses = [] if name is None else _uses(name, tree)
    return bool(uses) and all(_is_apart(each, blocks, tree) for each in uses)


def _is_apart(use: NameExpr, blocks: list[WithStmt], tree: MypyFile) -> bool:
    return any(_holds(block, use) for block in blocks) or is_expected_to_fail(use, tree)


def _name_of_result(use: NameExpr, tree: MypyFile) -> SymbolNode | None:
    """Return the variable that stands for what a call makes of a function: ``g`` of ``g = jax.jit(f)``."""
    index = INDEX.of(tree)
    call = index.parent(use)
    bound = index.parent(call) if isinstance(call, CallExpr) and call.callee is not use else None
    names = bound.lvalues if isinstance(bound, AssignmentStmt) and bound.rvalue is call else []
    return names[0].node if len(names) == 1 and isinstance(names[0], NameExpr) else None


def _is_bound(name: NameExpr, parent: Node | None) -> bool:
    return isinstance(parent, AssignmentStmt) and name in parent.lvalues


def _is_switch(manager: Expression) -> bool:
    function = applied(manager)
    return isinstance(function, RefExpr) and function.fullname.rpartition(".")[2] == _SWITCH


def _names(name: NameExpr, function: SymbolNode) -> bool:
    node = name.node.func if isinstance(name.node, Decorator) else name.node
    return node is function


def _holds(block: WithStmt, node: Context) -> bool:
    return block.body.line <= node.line <= (block.end_line or block.line)
