"""Functions that the module runs under `jax.disable_jit` only, where nothing is a tracer."""

from __future__ import annotations

from mypy.nodes import Context, Decorator, Expression, FuncDef, MypyFile, NameExpr, RefExpr, WithStmt

from ..libraries.definition import applied
from ..syntax import INDEX

_SWITCH = "disable_jit"


def is_run_eagerly(definition: FuncDef, tree: MypyFile) -> bool:
    """Return whether every use of a function stands in a ``with jax.disable_jit():``, and there is one."""
    body = INDEX.of(tree).body
    blocks = [each for each in body.statements_of(WithStmt) if any(_is_switch(manager) for manager in each.expr)]
    uses = [each for each in body.expressions_of(NameExpr) if _names(each, definition)] if blocks else []
    return bool(uses) and all(any(_holds(block, use) for block in blocks) for use in uses)


def _is_switch(manager: Expression) -> bool:
    function = applied(manager)
    return isinstance(function, RefExpr) and function.fullname.rpartition(".")[2] == _SWITCH


def _names(name: NameExpr, definition: FuncDef) -> bool:
    node = name.node.func if isinstance(name.node, Decorator) else name.node
    return node is definition


def _holds(block: WithStmt, node: Context) -> bool:
    return block.body.line <= node.line <= (block.end_line or block.line)
