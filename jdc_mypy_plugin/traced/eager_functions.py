"""Transformed functions that the module runs only where a tracer does no harm.

Under `jax.disable_jit` nothing is a tracer; in a test that expects an error the error is what it wants, and so it is
in a ``try`` that catches it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Context,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    RefExpr,
    StrExpr,
    SymbolNode,
    TryStmt,
    WithStmt,
    YieldExpr,
)

from ..libraries.definition import applied
from ..model.functions.swallowed_errors import may_be_caught
from ..syntax import INDEX
from ..syntax.failures.expected_failures import expects_failures, is_expected_to_fail
from ..syntax.names.flow import FLOW
from ..syntax.per_module import PerModule
from .eager_reach import may_be_reached
from .functions import TracedFunction

_SWITCHES: Final = frozenset(("disable_jit", "fake_jit", "fake_pmap", "fake_pmap_and_jit"))
"""The last names of functions that make JAX run others as they are; those of chex too."""
_OPTION: Final = "jax_disable_jit"


def is_run_apart(site: TracedFunction) -> bool:
    """Return whether a module uses what a transformation makes in such places only."""
    tree, at = site.api.tree, site.at
    if _OFF.of(tree):
        return True
    if not isinstance(at, Decorator) and is_apart(at, tree):
        return True
    uses = _uses(site.definition if isinstance(at, Decorator) else _name_of_result(at, tree), tree)
    return bool(uses) and all(
        is_apart(each, tree) or _is_handed_to_test(each, tree) or _is_named_apart(each, tree) for each in uses
    )


def runs_eagerly(tree: MypyFile, function: FuncItem | None = None) -> bool:
    """Return whether a module may run a function without transformations, or any part of it."""
    blocks = _BLOCKS.of(tree)
    return _OFF.of(tree) or (bool(blocks) and (function is None or may_be_reached(function, blocks, tree)))


def is_without_jit(use: Context, tree: MypyFile) -> bool:
    """Return whether a place is one where nothing is traced: loops there are loops of Python."""
    return any(block.body.line <= use.line <= (block.end_line or block.line) for block in _BLOCKS.of(tree))


def is_apart(use: Context, tree: MypyFile) -> bool:
    """Return whether a place is one where nothing is traced, or an error is expected or caught."""
    return is_without_jit(use, tree) or is_expected_to_fail(use, tree) or may_be_caught(use, tree)


def _uses(function: SymbolNode | None, tree: MypyFile) -> Sequence[Expression]:
    index = INDEX.of(tree)
    if function is None:
        return []
    spelled_so = index.body.references_of(function.name)
    if isinstance(function, FuncDef) and function.info:
        return [each for each in spelled_so if isinstance(each, MemberExpr)]
    is_own = "." not in function.fullname or function.fullname.startswith(f"{tree.fullname}.")
    names = spelled_so if is_own else index.body.expressions_of(NameExpr)
    named = (each for each in names if isinstance(each, NameExpr) and _names(each, function))
    return [each for each in named if not _is_bound(each, index.parent(each))]


def _is_named_apart(use: Expression, tree: MypyFile) -> bool:
    """Return whether the variable for what a call makes of a function is used in such places only."""
    call = INDEX.of(tree).parent(use)
    name = _name_of_result(call, tree) if isinstance(call, CallExpr) and call.callee is not use else None
    uses = _uses(name, tree)
    return bool(uses) and all(is_apart(each, tree) for each in uses)


def _is_handed_to_test(use: Expression, tree: MypyFile) -> bool:
    """Return whether a test hands a function to one that may expect it to fail: ``assert_fails(step, x)``."""
    index = INDEX.of(tree)
    call = index.parent(use)
    if not isinstance(call, CallExpr) or call.callee is use:
        return False
    if isinstance(call.callee, NameExpr) and isinstance(call.callee.node, FuncDef):
        body = index.inside(call.callee.node)
        if body.statements_of(TryStmt) or expects_failures(body):
            return True
    statement = FLOW.of(tree).statement_of(use)
    around = None if statement is None else FLOW.of(tree).function_around(statement)
    is_other = isinstance(call.callee, RefExpr) and not call.callee.fullname.startswith(("jax.", "builtins."))
    return around is not None and around.name.startswith("test") and is_other


def _name_of_result(call: Context, tree: MypyFile) -> SymbolNode | None:
    """Return the variable that stands for what a call makes of a function: ``g`` of ``g = jax.jit(f)``."""
    bound = INDEX.of(tree).parent(call) if isinstance(call, CallExpr) else None
    names = bound.lvalues if isinstance(bound, AssignmentStmt) and bound.rvalue is call else []
    return names[0].node if len(names) == 1 and isinstance(names[0], NameExpr) else None


def _is_bound(name: NameExpr, parent: Node | None) -> bool:
    return isinstance(parent, AssignmentStmt) and name in parent.lvalues


def _is_switch(manager: Expression) -> bool:
    function = applied(manager)
    return isinstance(function, NameExpr | MemberExpr) and function.name in _SWITCHES


def _names(name: NameExpr, function: SymbolNode) -> bool:
    node = name.node.func if isinstance(name.node, Decorator) else name.node
    return node is function


def _blocks(tree: MypyFile) -> list[WithStmt]:
    """Return the blocks in which nothing is traced."""
    blocks = INDEX.of(tree).body.statements_of(WithStmt)
    return [each for each in blocks if any(_is_switch(manager) for manager in each.expr)]


def _is_off(tree: MypyFile) -> bool:
    """Return whether tracing may be off in any place: by the option, a decorator, a fixture."""
    index = INDEX.of(tree)
    if any(each.value == _OPTION for each in index.body.expressions_of(StrExpr)):
        return True
    if any(index.inside(block).expressions_of(YieldExpr) for block in _BLOCKS.of(tree)):
        return True
    switches = [each for each in index.body.expressions_of(CallExpr) if _is_switch(each)]
    managers = {manager for block in _BLOCKS.of(tree) for manager in block.expr}
    return any(each not in managers for each in switches)


_BLOCKS: Final = PerModule(_blocks)
_OFF: Final = PerModule(_is_off)
